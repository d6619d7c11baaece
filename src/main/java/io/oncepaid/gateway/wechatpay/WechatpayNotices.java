package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.JsonShape;
import io.oncepaid.gateway.JsonValues;
import io.oncepaid.gateway.Money;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.UnusableCallback;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** What a decrypted resource says, once it is known to be for this account. */
final class WechatpayNotices {
  /** What an amount is in when the message does not say: refunds never do. */
  private static final String DEFAULT_CURRENCY = "CNY";

  /** The gateway's own limit. */
  private static final int MOST_SUB_ORDERS = 50;

  private static final JsonShape SUB_ORDER =
      JsonShape.of(
          "mchid",
          "sub_mchid",
          "out_trade_no",
          "transaction_id",
          "trade_state",
          "success_time",
          "amount.total_amount",
          "amount.currency");

  private static final JsonShape RESOURCE =
      JsonShape.of(
              "mchid",
              "sp_mchid",
              "sub_mchid",
              "combine_mchid",
              "appid",
              "sp_appid",
              "combine_appid",
              "out_trade_no",
              "transaction_id",
              "trade_state",
              "success_time",
              "out_refund_no",
              "refund_id",
              "refund_status",
              "amount.total",
              "amount.refund",
              "amount.currency")
          .withList("sub_orders", MOST_SUB_ORDERS, SUB_ORDER);

  private final WechatpayRecipient recipient;

  WechatpayNotices(WechatpayRecipient recipient) {
    this.recipient = recipient;
  }

  /**
   * Maps a resource.
   *
   * @throws UnusableCallback MALFORMED for names that occur twice, FORGED for another's message,
   *     UNREADABLE for amounts, times and numbers that cannot be
   */
  Reading read(WechatpayEnvelope envelope, byte[] resource) throws UnusableCallback {
    String number = "";
    try {
      JsonValues values = RESOURCE.read(resource);
      recipient.require(isPayment(envelope), values);
      number = values.textOrEmpty("out_trade_no");
      return new Reading(envelope.eventType(), notices(envelope, values));
    } catch (JsonShape.NotReadable | InvalidNotice e) {
      if (e instanceof JsonShape.NotReadable shape && shape.isTwice()) {
        throw UnusableCallback.malformed("the resource " + e.getMessage());
      }
      // The clear text is what an honest repeat does not change.
      throw UnusableCallback.unreadable(
          "the resource: " + e.getMessage(), Notice.isOutTradeNo(number) ? number : "", resource);
    }
  }

  private static boolean isPayment(WechatpayEnvelope envelope) {
    return envelope.eventType().equals(WechatpayEnvelope.TRANSACTION);
  }

  private static List<Notice> notices(WechatpayEnvelope envelope, JsonValues values) {
    if (!isPayment(envelope)) {
      return List.of(refund(envelope, values));
    }
    if (values.text("combine_mchid") == null) {
      return payment(envelope, values, "amount.total");
    }
    List<Notice> notices = new ArrayList<>();
    for (JsonValues order : values.list("sub_orders")) {
      notices.addAll(payment(envelope, order, "amount.total_amount"));
    }
    if (values.list("sub_orders").isEmpty()) {
      throw new InvalidNotice("sub_orders");
    }
    return notices;
  }

  private static List<Notice> payment(
      WechatpayEnvelope envelope, JsonValues values, String amount) {
    String number = values.textOrEmpty("out_trade_no");
    String transaction = values.textOrEmpty("transaction_id");
    return switch (values.textOrEmpty("trade_state")) {
      // REFUND is paid too: the refund itself has a notification of its own.
      case "SUCCESS", "REFUND" ->
          List.of(
              Notice.paid(
                  number,
                  transaction,
                  Money.parseMinor(values.integer(amount)),
                  currency(values),
                  time(envelope, values)));
      // The three ways in which an order ends unpaid.
      case "CLOSED", "REVOKED", "PAYERROR" ->
          List.of(Notice.closed(number, transaction, time(envelope, values)));
      case "" -> throw new InvalidNotice("trade_state");
      default -> List.of();
    };
  }

  private static Notice refund(WechatpayEnvelope envelope, JsonValues values) {
    String status = values.textOrEmpty("refund_status");
    if (!envelope.eventType().equals(WechatpayEnvelope.REFUND + status)) {
      throw new InvalidNotice("refund_status");
    }
    Kind kind =
        switch (status) {
          case "SUCCESS" -> Kind.REFUNDED;
          case "ABNORMAL" -> Kind.REFUND_ABNORMAL;
          default -> Kind.REFUND_FAILED;
        };
    return new Notice(
        kind,
        values.textOrEmpty("out_trade_no"),
        values.textOrEmpty("transaction_id"),
        values.textOrEmpty("out_refund_no"),
        values.textOrEmpty("refund_id"),
        Money.parseMinor(values.integer("amount.refund")),
        currency(values),
        null,
        time(envelope, values));
  }

  static String currency(JsonValues values) {
    String currency = values.text("amount.currency");
    return currency == null ? DEFAULT_CURRENCY : currency;
  }

  /** Only success has a time of its own; else the time at which the notification was made. */
  private static Instant time(WechatpayEnvelope envelope, JsonValues values) {
    String success = values.text("success_time");
    String text = success == null ? envelope.createTime() : success;
    if (text == null) {
      throw new InvalidNotice("success_time");
    }
    return time(text);
  }

  /** A time as WeChat Pay writes it. */
  static Instant time(String text) {
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new InvalidNotice("success_time");
    }
  }
}
