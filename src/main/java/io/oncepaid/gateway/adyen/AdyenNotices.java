package io.oncepaid.gateway.adyen;

import io.oncepaid.gateway.AdyenConfig.Capture;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.OwnDecimals;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;

/**
 * What a verified item says. A payment is named by the pspReference of its AUTHORISATION; whatever
 * moves money back is named by that alone, because its merchantReference may be one of its own.
 */
final class AdyenNotices {
  private static final OwnDecimals AMOUNTS =
      new OwnDecimals(
          Set.of(
              "CVE", "DJF", "GNF", "IDR", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
              "XAF", "XOF", "XPF"),
          Set.of("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"));

  private static final Set<String> KNOWN =
      Set.of(
          "AUTHORISATION",
          "CAPTURE",
          "CAPTURE_FAILED",
          "CANCELLATION",
          "TECHNICAL_CANCEL",
          "CANCEL_OR_REFUND",
          "REFUND",
          "REFUND_FAILED",
          "REFUNDED_REVERSED",
          "CHARGEBACK",
          "SECOND_CHARGEBACK",
          "CHARGEBACK_REVERSED",
          "REPORT_AVAILABLE");

  private final Capture capture;

  AdyenNotices(Capture capture) {
    this.capture = capture;
  }

  /** The eventCode by which a message is counted. */
  static String type(List<AdyenItem> items) {
    String first = items.get(0).eventCode();
    return items.size() > 1 ? "batch" : KNOWN.contains(first) ? first : "other";
  }

  /**
   * The notices of an item, none when it has no money meaning.
   *
   * @throws InvalidNotice when it cannot be mapped
   */
  List<Notice> read(AdyenItem item) {
    boolean success =
        switch (item.success()) {
          case "true" -> true;
          case "false" -> false;
          default -> throw new InvalidNotice("success");
        };
    if (!success) {
      return item.eventCode().equals("REFUND") ? back(Kind.REFUND_FAILED, item) : List.of();
    }
    return switch (item.eventCode()) {
      case "AUTHORISATION" ->
          capture == Capture.IMMEDIATE ? paid(item, item.pspReference()) : List.of();
      case "CAPTURE" ->
          capture == Capture.MANUAL ? paid(item, item.originalReference()) : List.of();
      case "CAPTURE_FAILED" -> back(Kind.REVERSED, item);
      case "CANCELLATION", "TECHNICAL_CANCEL" -> closed(item);
      case "CANCEL_OR_REFUND" -> canceledOrRefunded(item);
      case "REFUND" -> back(Kind.REFUNDED, item);
      case "REFUND_FAILED", "REFUNDED_REVERSED" -> back(Kind.REFUND_FAILED, item);
      case "CHARGEBACK", "SECOND_CHARGEBACK" -> back(Kind.CHARGEBACK, item);
      case "CHARGEBACK_REVERSED" -> back(Kind.CHARGEBACK_REVERSED, item);
      default -> List.of();
    };
  }

  private static List<Notice> paid(AdyenItem item, String transaction) {
    return List.of(
        Notice.paid(
            item.merchantReference(), transaction, amount(item), item.currency(), time(item)));
  }

  private static List<Notice> closed(AdyenItem item) {
    return List.of(Notice.closed(item.merchantReference(), item.originalReference(), time(item)));
  }

  /** The action is not signed, but neither reading can do harm: the payment's status decides. */
  private static List<Notice> canceledOrRefunded(AdyenItem item) {
    return switch (item.action()) {
      case "cancel" -> closed(item);
      case "refund" -> back(Kind.REFUNDED, item);
      default -> throw new InvalidNotice("modification.action");
    };
  }

  private static List<Notice> back(Kind kind, AdyenItem item) {
    // A second chargeback is another movement of the same dispute.
    String id =
        item.eventCode().equals("SECOND_CHARGEBACK")
            ? item.pspReference() + "/second"
            : item.pspReference();
    return List.of(
        new Notice(
            kind,
            "",
            item.originalReference(),
            "",
            id,
            amount(item),
            item.currency(),
            null,
            time(item)));
  }

  private static long amount(AdyenItem item) {
    return AMOUNTS.parse(item.value(), item.currency());
  }

  private static Instant time(AdyenItem item) {
    try {
      return OffsetDateTime.parse(item.eventDate()).toInstant();
    } catch (DateTimeException e) {
      throw new InvalidNotice("eventDate");
    }
  }
}
