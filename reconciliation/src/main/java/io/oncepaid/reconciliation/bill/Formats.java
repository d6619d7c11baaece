package io.oncepaid.reconciliation.bill;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** All formats that can be read. */
public final class Formats {
  private static final List<BillFormat> ALL =
      List.of(
          new AlipayTrade(),
          new AlipayLedger(),
          new WechatTrade(),
          new WechatFundFlow(),
          new UnionpayFlow(),
          StripeReport.activity(),
          StripeReport.payout(),
          new AdyenSettlement(),
          new PaypalSettlement());

  private Formats() {}

  /** The format of {@code --format}. */
  public static Optional<BillFormat> named(String name) {
    return ALL.stream().filter(format -> format.name().equals(name)).findFirst();
  }

  public static String names() {
    return ALL.stream().map(BillFormat::name).collect(Collectors.joining(", "));
  }

  /** The format of a file by its first bytes, if any. */
  static Optional<BillFormat> detect(byte[] head) {
    String utf8 = new String(head, StandardCharsets.UTF_8).replaceFirst("^\ufeff", "");
    String gbk = new String(head, Texts.GBK);
    return ALL.stream().filter(format -> format.matches(utf8) || format.matches(gbk)).findFirst();
  }
}
