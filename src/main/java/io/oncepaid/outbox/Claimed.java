package io.oncepaid.outbox;

import java.time.Duration;

/**
 * An event that this instance may try until its lease ends.
 *
 * @param tried how long ago, in the database's time, its first attempt was; zero for the first
 * @param sinceNanos System.nanoTime() when it was claimed
 */
record Claimed(Attempt attempt, Duration tried, long sinceNanos) {
  /** How long it has been tried by now. */
  Duration triedSoFar() {
    return tried.plusNanos(System.nanoTime() - sinceNanos);
  }
}
