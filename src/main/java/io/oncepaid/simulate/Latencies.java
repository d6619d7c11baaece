package io.oncepaid.simulate;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLongArray;

/** Times of answers, counted in buckets that grow by 2 %: exact enough, and never more memory. */
final class Latencies {
  private static final double GROWTH = Math.log(1.02);
  private static final int BUCKETS = 1_100;
  private static final double SMALLEST_NANOS = 10_000;

  private final AtomicLongArray buckets = new AtomicLongArray(BUCKETS);

  void record(long nanos) {
    double bucket = Math.log(Math.max(1, nanos / SMALLEST_NANOS)) / GROWTH;
    buckets.incrementAndGet((int) Math.min(BUCKETS - 1, bucket));
  }

  long count() {
    long sum = 0;
    for (int i = 0; i < BUCKETS; i++) {
      sum += buckets.get(i);
    }
    return sum;
  }

  /**
   * The time within which this share of the answers came.
   *
   * @param share between 0 and 1
   */
  Duration within(double share) {
    long left = (long) Math.ceil(count() * share);
    int bucket = 0;
    while (bucket < BUCKETS - 1 && (left -= buckets.get(bucket)) > 0) {
      bucket++;
    }
    return Duration.ofNanos((long) (SMALLEST_NANOS * Math.exp((bucket + 1) * GROWTH)));
  }
}
