package io.oncepaid.bench;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** What came of a number of requests or transactions. */
final class Tally {
  private final long[] nanos;
  private final Map<Integer, Integer> byStatus = new TreeMap<>();
  private int count;
  private int accepted;
  private long duration;

  Tally(int expected) {
    nanos = new long[expected];
  }

  void add(int status, boolean success, long tookNanos) {
    nanos[count++] = tookNanos;
    byStatus.merge(status, 1, Integer::sum);
    if (status == 200 && success) {
      accepted++;
    }
  }

  void took(long durationNanos) {
    duration = durationNanos;
    Arrays.sort(nanos, 0, count);
  }

  boolean isComplete() {
    return count == nanos.length;
  }

  int count() {
    return count;
  }

  /** Answers that acknowledge: status 200 and the body {@code success}, nothing around it. */
  int accepted() {
    return accepted;
  }

  /**
   * @throws IllegalStateException when a callback that is good was told anything else than success
   */
  void mustAllBeAccepted(String what) {
    if (accepted != nanos.length) {
      throw new IllegalStateException(
          "%s: %,d of %,d acknowledged, by status %s"
              .formatted(what, accepted, nanos.length, byStatus));
    }
  }

  Map<Integer, Integer> byStatus() {
    return byStatus;
  }

  double seconds() {
    return duration / 1e9;
  }

  double perSecond() {
    return count / seconds();
  }

  double millisAt(double quantile) {
    return nanos[(int) Math.min(count - 1, Math.floor(count * quantile))] / 1e6;
  }
}
