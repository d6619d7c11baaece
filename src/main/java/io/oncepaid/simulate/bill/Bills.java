package io.oncepaid.simulate.bill;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.function.UnaryOperator;

/** Finds the writer of a gateway's bills. */
public final class Bills {
  /** The pretend merchant's number at PayPal, of which the service need not know. */
  public static final String PAYPAL_ACCOUNT = "SIMULATED0001";

  private Bills() {}

  /**
   * Begins the bill of an account and day.
   *
   * @param gateway one that has bills, as in {@code oncepaid.accounts.<account>.gateway}
   * @param setting the account's settings by their names, such as {@code alipay.seller-id}
   * @param folder for the file, whose name holds the date; made when missing
   */
  public static BillWriter open(
      String gateway, UnaryOperator<String> setting, Path folder, LocalDate date)
      throws IOException {
    Files.createDirectories(folder);
    return switch (gateway) {
      case "alipay" -> new AlipayBill(folder, setting.apply("alipay.seller-id"), date);
      case "wechatpay", "wechatpay-v2" ->
          new WechatpayBill(
              folder,
              setting.apply(gateway + ".mch-id"),
              setting.apply(gateway + ".app-ids"),
              date);
      case "unionpay" -> new UnionpayBill(folder, setting.apply("unionpay.mer-id"), date);
      case "stripe" -> new StripeBill(folder, date);
      case "adyen" -> new AdyenBill(folder, setting.apply("adyen.merchant-accounts"), date);
      case "paypal" -> new PaypalBill(folder, PAYPAL_ACCOUNT, date);
      default -> throw new IllegalArgumentException("no bill is known of " + gateway);
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

  /** A text of a comma-separated file in quotes, those within it doubled. */
  static String quoted(String text) {
    return '"' + text.replace("\"", "\"\"") + '"';
  }
}
