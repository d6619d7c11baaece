package io.oncepaid.gateway.alipay;

import io.oncepaid.gateway.Money;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.PostedForm;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.UnusableCallback;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Set;

/** What a verified form says, by its trade_status. */
final class AlipayNotices {
  private static final String CURRENCY = "CNY";

  /** The hour of Beijing, which has no summer time. */
  static final ZoneOffset BEIJING = ZoneOffset.ofHours(8);

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR, 4)
          .appendPattern("-MM-dd HH:mm:ss")
          .optionalStart()
          .appendFraction(ChronoField.NANO_OF_SECOND, 3, 3, true)
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT);

  /** All that a notice is made from or bound by. */
  private static final Set<String> USED =
      Set.of(
          "app_id",
          "auth_app_id",
          "seller_id",
          "charset",
          "out_trade_no",
          "trade_no",
          "trade_status",
          "total_amount",
          "refund_fee",
          "gmt_create",
          "gmt_payment",
          "gmt_refund",
          "gmt_close",
          "notify_time");

  /** An honest repeat differs in these. */
  private static final Set<String> CHANGING = Set.of("sign", "sign_type", "notify_time");

  private final PostedForm form;

  private AlipayNotices(PostedForm form) {
    this.form = form;
  }

  /**
   * Maps a form whose signature and recipient were checked.
   *
   * @throws UnusableCallback UNREADABLE for amounts, times and numbers that cannot be
   */
  static Reading read(PostedForm form) throws UnusableCallback {
    try {
      if (form.isAmbiguousIn(USED)) {
        throw new InvalidNotice("a field that seems to lie in another's value");
      }
      return new AlipayNotices(form).reading();
    } catch (InvalidNotice e) {
      String number = form.value("out_trade_no");
      throw UnusableCallback.unreadable(
          e.getMessage(),
          number != null && Notice.isOutTradeNo(number) ? number : "",
          form.content(CHANGING));
    }
  }

  private Reading reading() {
    String status = form.value("trade_status");
    if (status == null) {
      return new Reading("none", List.of());
    }
    return switch (status) {
      case "TRADE_SUCCESS", "TRADE_FINISHED" ->
          new Reading(status, refundedTotal() > 0 ? List.of(paid(), refunded()) : List.of(paid()));
      case "TRADE_CLOSED" ->
          new Reading(
              status, refundedTotal() > 0 ? List.of(paid(), refunded()) : List.of(closed()));
      case "WAIT_BUYER_PAY" -> new Reading(status, List.of());
      default -> new Reading("other", List.of());
    };
  }

  private Notice paid() {
    return Notice.paid(
        required("out_trade_no"),
        required("trade_no"),
        Money.parseDecimal(form.value("total_amount"), CURRENCY),
        CURRENCY,
        // gmt_create is earlier by as long as the buyer took, but does not change with a repeat.
        firstTime("gmt_payment", "gmt_create", "notify_time"));
  }

  private Notice refunded() {
    return Notice.refundedInTotal(
        required("out_trade_no"),
        required("trade_no"),
        refundedTotal(),
        CURRENCY,
        firstTime("gmt_refund", "gmt_close", "notify_time"));
  }

  private Notice closed() {
    String tradeNo = form.value("trade_no");
    return Notice.closed(
        required("out_trade_no"),
        tradeNo == null ? "" : tradeNo,
        firstTime("gmt_close", "notify_time"));
  }

  /** All refunds so far; 0 when there was none. */
  private long refundedTotal() {
    String total = form.value("refund_fee");
    return total == null ? 0 : Money.parseDecimal(total, CURRENCY);
  }

  private String required(String name) {
    String value = form.value(name);
    if (value == null) {
      throw new InvalidNotice(name);
    }
    return value;
  }

  /** The first of these fields that is there; the later ones stand in for it. */
  private Instant firstTime(String... names) {
    for (String name : names) {
      String text = form.value(name);
      if (text != null) {
        return time(name, text);
      }
    }
    throw new InvalidNotice(names[0]);
  }

  /** A time as Alipay writes it. */
  static Instant time(String name, String text) {
    try {
      return LocalDateTime.parse(text, TIME).toInstant(BEIJING);
    } catch (DateTimeException e) {
      throw new InvalidNotice(name);
    }
  }
}
