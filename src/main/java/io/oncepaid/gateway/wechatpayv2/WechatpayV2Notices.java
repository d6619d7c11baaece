package io.oncepaid.gateway.wechatpayv2;

import io.oncepaid.gateway.Money;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.XmlFields;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.List;
import java.util.Set;

/** What verified payments and decrypted refunds say. */
final class WechatpayV2Notices {
  /** What an amount is in when the message does not say. */
  private static final String DEFAULT_CURRENCY = "CNY";

  /** The hour of Beijing, which has no summer time. */
  private static final ZoneOffset BEIJING = ZoneOffset.ofHours(8);

  private static final DateTimeFormatter PAID_AT = time("uuuuMMddHHmmss");
  private static final DateTimeFormatter REFUNDED_AT = time("uuuu-MM-dd HH:mm:ss");

  /** All that a payment's notice is made from or bound by. */
  private static final Set<String> USED =
      Set.of(
          "appid",
          "mch_id",
          "sub_mch_id",
          "result_code",
          "return_code",
          "out_trade_no",
          "transaction_id",
          "total_fee",
          "fee_type",
          "time_end",
          "req_info");

  /** What an honest repeat may change. */
  private static final Set<String> CHANGING = Set.of("sign", "nonce_str");

  private WechatpayV2Notices() {}

  private static DateTimeFormatter time(String pattern) {
    return DateTimeFormatter.ofPattern(pattern).withResolverStyle(ResolverStyle.STRICT);
  }

  /**
   * Maps a payment whose sign and recipient were checked.
   *
   * @throws UnusableCallback UNREADABLE for amounts, times and numbers that cannot be
   */
  static Reading payment(XmlFields fields) throws UnusableCallback {
    try {
      if (fields.isAmbiguousIn(USED)) {
        throw new InvalidNotice("a field that seems to lie in another's value");
      }
      if (!"SUCCESS".equals(fields.value("return_code"))
          || !"SUCCESS".equals(fields.value("result_code"))) {
        return new Reading("not paid", List.of());
      }
      return new Reading(
          "paid",
          List.of(
              Notice.paid(
                  required(fields, "out_trade_no"),
                  required(fields, "transaction_id"),
                  Money.parseMinor(fields.value("total_fee")),
                  currency(fields, "fee_type"),
                  at(PAID_AT, fields.value("time_end"), "time_end"))));
    } catch (InvalidNotice e) {
      throw unreadable(e, fields, fields.content(CHANGING));
    }
  }

  /** Whether what was decrypted is a document at all. */
  static boolean isReadable(byte[] refund) {
    try {
      XmlFields.read(refund);
      return true;
    } catch (UnusableCallback e) {
      return false;
    }
  }

  /**
   * Maps a refund that the account's key has opened.
   *
   * @throws UnusableCallback UNREADABLE for amounts, times and numbers that cannot be
   */
  static Reading refund(byte[] refund, Instant receivedAt) throws UnusableCallback {
    XmlFields fields = XmlFields.read(refund);
    try {
      Kind kind =
          switch (required(fields, "refund_status")) {
            case "SUCCESS" -> Kind.REFUNDED;
            case "CHANGE" -> Kind.REFUND_ABNORMAL;
            case "REFUNDCLOSE" -> Kind.REFUND_FAILED;
            default -> throw new InvalidNotice("refund_status");
          };
      String time = fields.value("success_time");
      return new Reading(
          "refund",
          List.of(
              new Notice(
                  kind,
                  required(fields, "out_trade_no"),
                  required(fields, "transaction_id"),
                  required(fields, "out_refund_no"),
                  required(fields, "refund_id"),
                  Money.parseMinor(fields.value("refund_fee")),
                  currency(fields, "refund_fee_type"),
                  null,
                  time == null ? receivedAt : at(REFUNDED_AT, time, "success_time"))));
    } catch (InvalidNotice e) {
      throw unreadable(e, fields, refund);
    }
  }

  private static UnusableCallback unreadable(InvalidNotice e, XmlFields fields, byte[] content) {
    String number = fields.value("out_trade_no");
    return UnusableCallback.unreadable(
        e.getMessage(), number != null && Notice.isOutTradeNo(number) ? number : "", content);
  }

  private static String required(XmlFields fields, String name) {
    String value = fields.value(name);
    if (value == null) {
      throw new InvalidNotice(name);
    }
    return value;
  }

  private static String currency(XmlFields fields, String name) {
    String currency = fields.value(name);
    return currency == null ? DEFAULT_CURRENCY : currency;
  }

  private static Instant at(DateTimeFormatter form, String text, String name) {
    try {
      if (text != null) {
        return LocalDateTime.parse(text, form).toInstant(BEIJING);
      }
    } catch (DateTimeException e) {
      // Told below.
    }
    throw new InvalidNotice(name);
  }
}
