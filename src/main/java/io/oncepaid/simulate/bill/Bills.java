package io.oncepaid.simulate.bill;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Finds the writer of a gateway's bills. */
public final class Bills {
  private Bills() {}

  /**
   * Begins the bill of an account and day.
   *
   * @param gateway as in {@code oncepaid.accounts.<account>.gateway}
   * @param setting the account's settings by their names, such as {@code alipay.seller-id}
   * @param folder for the file, whose name holds the date; made when missing
   * @return empty where the gateway has no bill
   */
  public static Optional<BillWriter> open(
      String gateway, UnaryOperator<String> setting, Path folder, LocalDate date)
      throws IOException {
    Files.createDirectories(folder);
    return switch (gateway) {
      case "alipay" -> Optional.of(new AlipayBill(folder, setting.apply("alipay.seller-id"), date));
      case "wechatpay" ->
          Optional.of(
              new WechatpayBill(
                  Files.createDirectories(folder),
                  setting.apply("wechatpay.mch-id"),
                  setting.apply("wechatpay.app-ids"),
                  date));
      default -> Optional.empty();
    };
  }

  /** Minor units of a currency with two decimals as text: 880 is 8.80. */
  static String decimal(long minor) {
    return BigDecimal.valueOf(minor, 2).toPlainString();
  }

  /** What the gateway takes for a payment: 0.6 %, rounded half up, in minor units. */
  static long fee(long amount) {
    return (amount * 6 + 500) / 1000;
  }
}
