package io.oncepaid.gateway.adyen;

import io.oncepaid.gateway.JsonShape;
import io.oncepaid.gateway.JsonValues;
import java.nio.charset.StandardCharsets;

/**
 * One item as it is written, absent texts empty. Only the first eight are signed.
 *
 * @param action what a CANCEL_OR_REFUND turned out to be: cancel or refund
 */
record AdyenItem(
    String pspReference,
    String originalReference,
    String merchantAccountCode,
    String merchantReference,
    String value,
    String currency,
    String eventCode,
    String success,
    String eventDate,
    String action,
    String signature) {
  private static final String ITEM = "NotificationRequestItem.";
  private static final String VALUE = ITEM + "amount.value";
  private static final String ACTION = ITEM + "additionalData.modification\\.action";
  private static final String SIGNATURE = ITEM + "additionalData.hmacSignature";

  static final JsonShape SHAPE =
      JsonShape.of(
          ITEM + "pspReference",
          ITEM + "originalReference",
          ITEM + "merchantAccountCode",
          ITEM + "merchantReference",
          VALUE,
          ITEM + "amount.currency",
          ITEM + "eventCode",
          ITEM + "success",
          ITEM + "eventDate",
          ACTION,
          SIGNATURE);

  /**
   * @throws io.oncepaid.gateway.Notice.InvalidNotice when a value is of another type
   */
  static AdyenItem of(JsonValues item) {
    String value = item.written(VALUE);
    return new AdyenItem(
        item.textOrEmpty(ITEM + "pspReference"),
        item.textOrEmpty(ITEM + "originalReference"),
        item.textOrEmpty(ITEM + "merchantAccountCode"),
        item.textOrEmpty(ITEM + "merchantReference"),
        value == null ? "" : value,
        item.textOrEmpty(ITEM + "amount.currency"),
        item.textOrEmpty(ITEM + "eventCode"),
        item.textOrEmpty(ITEM + "success"),
        item.textOrEmpty(ITEM + "eventDate"),
        item.textOrEmpty(ACTION),
        item.textOrEmpty(SIGNATURE));
  }

  /** Joined as they are: older papers ask for escapes, which the sender does not make. */
  byte[] signed() {
    return String.join(
            ":",
            pspReference,
            originalReference,
            merchantAccountCode,
            merchantReference,
            value,
            currency,
            eventCode,
            success)
        .getBytes(StandardCharsets.UTF_8);
  }
}
