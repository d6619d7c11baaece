package io.oncepaid.gateway.paypal;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.JsonShape;
import io.oncepaid.gateway.JsonValues;
import io.oncepaid.gateway.Money;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.PaypalConfig;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.UnusableCallback;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a verified event says. A payment is named by the id of its capture; a refund names that in a
 * link, and is one of its own with its own amount. A capture without an order number was made
 * elsewhere: ignored.
 */
final class PaypalEvents {
  private static final String RESOURCE = "resource.";
  private static final int MOST_LINKS = 32;
  private static final Pattern CAPTURE = Pattern.compile("https://[^?#]*/captures/([0-9A-Za-z-]+)");

  private static final Set<String> WITHOUT_MONEY =
      Set.of(
          "PAYMENT.CAPTURE.PENDING",
          "PAYMENT.CAPTURE.DENIED",
          "PAYMENT.CAPTURE.DECLINED",
          "PAYMENT.REFUND.PENDING",
          "CHECKOUT.ORDER.APPROVED",
          "CHECKOUT.ORDER.COMPLETED");

  private static final JsonShape SHAPE =
      JsonShape.of(
              "event_type",
              RESOURCE + "id",
              RESOURCE + "status",
              RESOURCE + "amount.value",
              RESOURCE + "amount.currency_code",
              RESOURCE + "invoice_id",
              RESOURCE + "custom_id",
              RESOURCE + "create_time",
              RESOURCE + "update_time")
          .withList(RESOURCE + "links", MOST_LINKS, JsonShape.of("rel", "href"));

  private final String orderField;

  PaypalEvents(String property, PaypalConfig settings) {
    if (!Set.of("invoice_id", "custom_id").contains(settings.orderField())) {
      throw new InvalidSetting(property + ".order-field", "must be invoice_id or custom_id");
    }
    this.orderField = RESOURCE + settings.orderField();
  }

  /**
   * Maps a body whose signature was checked.
   *
   * @throws UnusableCallback MALFORMED for names that occur twice, UNREADABLE for what cannot be
   *     mapped
   */
  Reading read(byte[] body) throws UnusableCallback {
    JsonValues event;
    try {
      event = SHAPE.read(body);
    } catch (JsonShape.NotReadable e) {
      String message = "the event " + e.getMessage();
      throw e.isTwice()
          ? UnusableCallback.malformed(message)
          : UnusableCallback.unreadable(message, "", body);
    }
    try {
      return reading(event);
    } catch (InvalidNotice e) {
      throw UnusableCallback.unreadable(e.getMessage(), orderOf(event), body);
    }
  }

  private String orderOf(JsonValues event) {
    try {
      String number = event.textOrEmpty(orderField);
      return Notice.isOutTradeNo(number) ? number : "";
    } catch (InvalidNotice noText) {
      return "";
    }
  }

  private Reading reading(JsonValues event) {
    String type = event.textOrEmpty("event_type");
    return switch (type) {
      case "PAYMENT.CAPTURE.COMPLETED" -> new Reading(type, paid(event));
      case "PAYMENT.CAPTURE.REFUNDED" -> new Reading(type, refunded(event));
      case "PAYMENT.REFUND.FAILED" -> new Reading(type, List.of(back(Kind.REFUND_FAILED, event)));
      case "PAYMENT.CAPTURE.REVERSED" -> new Reading(type, List.of(back(Kind.REVERSED, event)));
      default -> new Reading(WITHOUT_MONEY.contains(type) ? type : "other", List.of());
    };
  }

  private List<Notice> paid(JsonValues event) {
    String number = event.textOrEmpty(orderField);
    return number.isEmpty()
        ? List.of()
        : List.of(
            Notice.paid(
                number,
                text(event, "id"),
                amount(event),
                text(event, "amount.currency_code"),
                time(event)));
  }

  private static List<Notice> refunded(JsonValues event) {
    return switch (text(event, "status")) {
      case "COMPLETED" -> List.of(back(Kind.REFUNDED, event));
      case "FAILED", "CANCELLED" -> List.of(back(Kind.REFUND_FAILED, event));
      default -> List.of();
    };
  }

  /** Named by the capture alone: a refund's invoice_id may be one of its own. */
  private static Notice back(Kind kind, JsonValues event) {
    String id = text(event, "id");
    return new Notice(
        kind,
        "",
        capture(event, kind == Kind.REVERSED ? id : ""),
        "",
        id,
        amount(event),
        text(event, "amount.currency_code"),
        null,
        time(event));
  }

  /** From the link up; a reversal without one is the capture itself. */
  private static String capture(JsonValues event, String otherwise) {
    for (JsonValues link : event.list(RESOURCE + "links")) {
      Matcher href = CAPTURE.matcher(link.textOrEmpty("href"));
      if (link.textOrEmpty("rel").equals("up") && href.matches()) {
        return href.group(1);
      }
    }
    return otherwise;
  }

  private static long amount(JsonValues event) {
    return Money.parseDecimal(
        event.text(RESOURCE + "amount.value"), text(event, "amount.currency_code"));
  }

  private static String text(JsonValues event, String name) {
    return event.textOrEmpty(RESOURCE + name);
  }

  private static Instant time(JsonValues event) {
    String updated = event.text(RESOURCE + "update_time");
    try {
      return OffsetDateTime.parse(updated == null ? text(event, "create_time") : updated)
          .toInstant();
    } catch (DateTimeException e) {
      throw new InvalidNotice("update_time");
    }
  }
}
