package io.oncepaid.gateway.stripe;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.JsonShape;
import io.oncepaid.gateway.JsonValues;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.UnusableCallback;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a verified event says. Payments are told by payment_intent.*, refunds by refund.* alone:
 * charge.* repeats both in other numbers and is ignored, but for disputes.
 *
 * <p>Whatever has no order number or no payment_intent was made elsewhere, in Stripe's dashboard or
 * by its billing: ignored, counted by type.
 */
final class StripeEvents {
  private static final String OBJECT = "data.object.";
  private static final String METADATA = OBJECT + "metadata.";
  private static final Pattern METADATA_KEY = Pattern.compile("[0-9A-Za-z_-]{1,40}");

  private final StripeOrigin origin;
  private final String orderKey;
  private final String refundKey;
  private final JsonShape shape;

  StripeEvents(String property, AccountConfig.Stripe settings) {
    this.origin = StripeOrigin.of(settings);
    this.orderKey = METADATA + metadataKey(property + ".order-key", settings.orderKey());
    this.refundKey = METADATA + metadataKey(property + ".refund-key", settings.refundKey());
    this.shape =
        JsonShape.of(
            "type",
            "account",
            "livemode",
            "created",
            OBJECT + "id",
            OBJECT + "status",
            OBJECT + "amount",
            OBJECT + "amount_received",
            OBJECT + "currency",
            OBJECT + "payment_intent",
            orderKey,
            refundKey);
  }

  static String metadataKey(String property, String key) {
    if (!METADATA_KEY.matcher(key).matches()) {
      throw new InvalidSetting(property, "must be 1 to 40 of 0-9 A-Z a-z _ and -");
    }
    return key;
  }

  /**
   * Maps a body whose signature was checked.
   *
   * @throws UnusableCallback MALFORMED for names that occur twice, FORGED for an event of an
   *     account that is not configured, UNREADABLE for what cannot be mapped
   */
  Reading read(byte[] body) throws UnusableCallback {
    JsonValues event = parse(body);
    try {
      String elsewhere = origin.elsewhere(event);
      return elsewhere == null ? reading(event) : new Reading(elsewhere, List.of());
    } catch (InvalidNotice e) {
      // The body is the same whenever Stripe repeats an event; only the signature is new.
      throw UnusableCallback.unreadable(e.getMessage(), orderOf(event), body);
    }
  }

  private JsonValues parse(byte[] body) throws UnusableCallback {
    try {
      return shape.read(body);
    } catch (JsonShape.NotReadable e) {
      String message = "the event " + e.getMessage();
      throw e.isTwice()
          ? UnusableCallback.malformed(message)
          : UnusableCallback.unreadable(message, "", body);
    }
  }

  private String orderOf(JsonValues event) {
    try {
      String number = event.textOrEmpty(orderKey);
      return Notice.isOutTradeNo(number) ? number : "";
    } catch (InvalidNotice noText) {
      return "";
    }
  }

  private Reading reading(JsonValues event) {
    String type = event.textOrEmpty("type");
    return switch (type) {
      case "payment_intent.succeeded" -> new Reading(type, paid(event));
      case "payment_intent.canceled" -> new Reading(type, closed(event));
      case "refund.created", "refund.updated", "refund.failed" -> new Reading(type, refund(event));
      case "charge.dispute.created",
          "charge.dispute.closed",
          "charge.dispute.funds_withdrawn",
          "charge.dispute.funds_reinstated" ->
          new Reading(type, dispute(event, type));
      case "payment_intent.processing",
          "payment_intent.payment_failed",
          "charge.succeeded",
          "charge.refunded" ->
          new Reading(type, List.of());
      default -> new Reading("other", List.of());
    };
  }

  private List<Notice> paid(JsonValues event) {
    String number = event.textOrEmpty(orderKey);
    if (number.isEmpty()) {
      return List.of();
    }
    return List.of(
        Notice.paid(
            number,
            event.textOrEmpty(OBJECT + "id"),
            StripeMoney.parse(event, OBJECT + "amount_received"),
            StripeMoney.currency(event),
            time(event)));
  }

  private List<Notice> closed(JsonValues event) {
    String number = event.textOrEmpty(orderKey);
    return number.isEmpty()
        ? List.of()
        : List.of(Notice.closed(number, event.textOrEmpty(OBJECT + "id"), time(event)));
  }

  private List<Notice> refund(JsonValues event) {
    return switch (event.textOrEmpty(OBJECT + "status")) {
      case "succeeded" -> moved(Kind.REFUNDED, event, event.textOrEmpty(refundKey));
      case "failed", "canceled" -> moved(Kind.REFUND_FAILED, event, event.textOrEmpty(refundKey));
      case "" -> throw new InvalidNotice("status");
      default -> List.of();
    };
  }

  /**
   * The money leaves with the dispute and comes back when it is won; each is told by two events,
   * which are one fact under the dispute's id. A mere inquiry (warning_…) moves none.
   */
  private List<Notice> dispute(JsonValues event, String type) {
    String status = event.textOrEmpty(OBJECT + "status");
    return switch (type) {
      case "charge.dispute.funds_withdrawn" -> moved(Kind.CHARGEBACK, event, "");
      case "charge.dispute.funds_reinstated" -> moved(Kind.CHARGEBACK_REVERSED, event, "");
      case "charge.dispute.created" ->
          status.startsWith("warning_") ? List.of() : moved(Kind.CHARGEBACK, event, "");
      default ->
          switch (status) {
            case "lost" -> moved(Kind.CHARGEBACK, event, "");
            case "won" -> moved(Kind.CHARGEBACK_REVERSED, event, "");
            default -> List.of();
          };
    };
  }

  /** Money that goes back: its payment is named by metadata or by the transaction alone. */
  private List<Notice> moved(Kind kind, JsonValues event, String outRefundNo) {
    String transaction = event.textOrEmpty(OBJECT + "payment_intent");
    if (transaction.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Notice(
            kind,
            event.textOrEmpty(orderKey),
            transaction,
            outRefundNo,
            event.textOrEmpty(OBJECT + "id"),
            StripeMoney.parse(event, OBJECT + "amount"),
            StripeMoney.currency(event),
            null,
            time(event)));
  }

  private static Instant time(JsonValues event) {
    try {
      return Instant.ofEpochSecond(Long.parseLong(event.integer("created")));
    } catch (NumberFormatException | DateTimeException e) {
      throw new InvalidNotice("created");
    }
  }
}
