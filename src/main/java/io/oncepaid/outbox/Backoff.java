package io.oncepaid.outbox;

import io.oncepaid.OncepaidConfig;
import java.time.Duration;

/**
 * How long an event that failed waits: a random part of the time for which it has been tried
 * already, so that the waits grow exponentially and nobody's retries come in step (full jitter).
 *
 * @param least the first waits are a random part of this
 * @param most no wait is longer, whatever a destination asks for
 * @param giveUpAfter from the first attempt; an event that fails after it is dead
 */
record Backoff(Duration least, Duration most, Duration giveUpAfter) {
  static Backoff of(OncepaidConfig.Outbox config) {
    return new Backoff(config.firstPause(), config.longestPause(), config.giveUpAfter());
  }

  boolean isOver(Duration tried) {
    return tried.compareTo(giveUpAfter) >= 0;
  }

  /**
   * The wait until the next attempt.
   *
   * @param retryAfter what the destination asked for, or null
   * @param part from 0 to 1, at random
   */
  Duration wait(Duration tried, Duration retryAfter, double part) {
    long ceiling = Math.min(most.toMillis(), Math.max(least.toMillis(), tried.toMillis()));
    long asked = retryAfter == null ? 0 : Math.min(most.toMillis(), retryAfter.toMillis());
    return Duration.ofMillis(asked + (long) (ceiling * part));
  }
}
