package io.oncepaid.pipeline;

import io.oncepaid.gateway.Notice;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/**
 * What makes a notice the same as another, within its merchant.
 *
 * @param key the fact that it speaks of, with a fixed scope first
 * @param fingerprint {@code v1:} + SHA-256 over its business content, never over the bytes received
 */
record NoticeKey(String key, String fingerprint) {

  static NoticeKey of(Submission submission) {
    return new NoticeKey(keyOf(submission), fingerprintOf(submission));
  }

  private static String keyOf(Submission submission) {
    Notice notice = submission.notice();
    String number = notice.outTradeNo();
    return switch (notice.kind()) {
      case PAID -> "pay:" + number;
      case CLOSED -> "close:" + number;
      case REFUNDED ->
          String.join(
              ":",
              "refund",
              number,
              submission.account(),
              notice.transactionId(),
              notice.movementNo());
      case REFUND_FAILED, REFUND_ABNORMAL, CHARGEBACK, CHARGEBACK_REVERSED, REVERSED ->
          notice.kind().name().toLowerCase(Locale.ROOT) + ":" + number + ":" + gatewayId(notice);
    };
  }

  private static String gatewayId(Notice notice) {
    return notice.gatewayRefundId().isEmpty() ? notice.outRefundNo() : notice.gatewayRefundId();
  }

  private static String fingerprintOf(Submission submission) {
    Notice notice = submission.notice();
    MessageDigest digest = sha256();
    // Each part is preceded by its length, so that text cannot shift from one part to the next.
    for (String part :
        new String[] {
          notice.kind().name(),
          submission.gateway(),
          submission.account(),
          notice.transactionId(),
          Long.toString(notice.amount()),
          notice.currency(),
          notice.movementNo()
        }) {
      byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
      digest.update((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
      digest.update(bytes);
    }
    return "v1:" + HexFormat.of().formatHex(digest.digest());
  }

  /** The fingerprint of a message that could not be mapped: over what a repeat does not change. */
  static String fingerprintOf(byte[] content) {
    return "v1:" + HexFormat.of().formatHex(sha256().digest(content));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
