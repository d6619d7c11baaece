package io.oncepaid.gateway;

import java.time.Duration;
import java.time.Instant;

/** The time of sending that a message carries in its signed content. */
public final class SentAt {
  /** Ten digits until the year 2286; a few more are milliseconds, which are then far ahead. */
  private static final int LONGEST = 15;

  private SentAt() {}

  /**
   * Refuses a message that is too old or from too far ahead.
   *
   * @param seconds since 1970, in ASCII digits
   * @param now the receipt time
   * @param most how far they may be apart, either way; exactly so far is still fresh
   * @throws UnusableCallback MALFORMED when the text is no number of seconds, FORGED when it is not
   *     fresh
   */
  public static void requireFresh(String seconds, Instant now, Duration most)
      throws UnusableCallback {
    if (seconds.isEmpty()
        || seconds.length() > LONGEST
        || !seconds.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
      throw UnusableCallback.malformed("the time of sending is no number of seconds");
    }
    Instant sentAt = Instant.ofEpochSecond(Long.parseLong(seconds));
    if (Duration.between(sentAt, now).abs().compareTo(most) > 0) {
      throw UnusableCallback.forged(sentAt.isBefore(now) ? "stale" : "from the future");
    }
  }
}
