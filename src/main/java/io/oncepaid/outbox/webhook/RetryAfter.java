package io.oncepaid.outbox.webhook;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;

/** How long a receiver asks to be left alone. */
final class RetryAfter {
  private RetryAfter() {}

  /**
   * Reads the header.
   *
   * @param value seconds or an HTTP date
   * @param date the answer's own Date: a date is understood by the receiver's clock, not by ours
   * @return null when there is none, or none that can be understood; never negative
   */
  static Duration read(String value, String date, Clock clock) {
    if (value == null) {
      return null;
    }
    String text = value.strip();
    if (text.matches("[0-9]{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(text));
    }
    Instant until = time(text);
    if (until == null) {
      return null;
    }
    Instant now = date == null ? null : time(date.strip());
    Duration wait = Duration.between(now == null ? clock.instant() : now, until);
    return wait.isNegative() ? Duration.ZERO : wait;
  }

  private static Instant time(String text) {
    try {
      return DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
    } catch (DateTimeException notADate) {
      return null;
    }
  }
}
