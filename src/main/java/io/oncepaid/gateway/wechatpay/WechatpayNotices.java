package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
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
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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

  private final String mchId;
  private final Set<String> subMchIds;
  private final Set<String> appIds;

  WechatpayNotices(String property, AccountConfig.Wechatpay settings) {
    this.mchId = settings.mchId();
    if (mchId.isBlank()) {
      throw new InvalidSetting(property + ".mch-id", "is blank; give the merchant number");
    }
    this.subMchIds = new HashSet<>(settings.subMchIds().orElse(List.of()));
    this.appIds = new HashSet<>(settings.appIds().orElse(List.of()));
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
      bind(envelope, values);
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

  private void bind(WechatpayEnvelope envelope, JsonValues values) throws UnusableCallback {
    boolean named = false;
    for (String name : List.of("mchid", "sp_mchid", "combine_mchid")) {
      String id = values.text(name);
      if (id != null && !id.equals(mchId)) {
        throw UnusableCallback.forged("a message for another " + name);
      }
      named |= id != null;
    }
    if (!named) {
      throw UnusableCallback.forged("a message for no merchant");
    }
    requireSub(values.text("sub_mchid"));
    for (JsonValues order : values.list("sub_orders")) {
      String id = order.text("mchid");
      if (!mchId.equals(id)) {
        requireSub(id == null ? "" : id);
      }
      requireSub(order.text("sub_mchid"));
    }
    if (!appIds.isEmpty() && envelope.eventType().equals(WechatpayEnvelope.TRANSACTION)) {
      requireApp(values);
    }
  }

  private void requireSub(String id) throws UnusableCallback {
    if (id != null && !subMchIds.contains(id)) {
      throw UnusableCallback.forged("a message for a merchant that is not among sub-mch-ids");
    }
  }

  /** Refunds do not name an app. */
  private void requireApp(JsonValues values) throws UnusableCallback {
    boolean named = false;
    for (String name : List.of("appid", "sp_appid", "combine_appid")) {
      String id = values.text(name);
      if (id != null && !appIds.contains(id)) {
        throw UnusableCallback.forged("a message for another " + name);
      }
      named |= id != null;
    }
    if (!named) {
      throw UnusableCallback.forged("a message for no app");
    }
  }

  private static List<Notice> notices(WechatpayEnvelope envelope, JsonValues values) {
    if (!envelope.eventType().equals(WechatpayEnvelope.TRANSACTION)) {
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

  private static String currency(JsonValues values) {
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
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw new InvalidNotice("success_time");
    }
  }
}
