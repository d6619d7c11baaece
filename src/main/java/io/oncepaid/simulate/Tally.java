package io.oncepaid.simulate;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** What was sent and how it was answered. Thread-safe. */
final class Tally {
  private static final int DEVIATIONS_KEPT = 20;

  private final Map<Expected, LongAdder> sent = counters();
  private final Map<Expected, LongAdder> answeredSo = counters();
  private final LongAdder repeated = new LongAdder();
  private final LongAdder deviations = new LongAdder();
  private final ConcurrentLinkedQueue<String> firstDeviations = new ConcurrentLinkedQueue<>();
  private final Latencies latencies = new Latencies();

  void answered(Expected expected, boolean asExpected) {
    sent.get(expected).increment();
    if (asExpected) {
      answeredSo.get(expected).increment();
    }
  }

  /** Something is not as it must be; the first ones are kept in words. */
  void deviation(String words) {
    deviations.increment();
    if (deviations.sum() <= DEVIATIONS_KEPT) {
      firstDeviations.add(words);
    }
  }

  /** A request was not decided (503, or no answer at all) and is sent again. */
  void repeated() {
    repeated.increment();
  }

  long sent(Expected expected) {
    return sent.get(expected).sum();
  }

  long answeredSo(Expected expected) {
    return answeredSo.get(expected).sum();
  }

  long repeats() {
    return repeated.sum();
  }

  long deviations() {
    return deviations.sum();
  }

  List<String> firstDeviations() {
    return List.copyOf(firstDeviations);
  }

  Latencies latencies() {
    return latencies;
  }

  private static Map<Expected, LongAdder> counters() {
    Map<Expected, LongAdder> counters = new EnumMap<>(Expected.class);
    for (Expected expected : Expected.values()) {
      counters.put(expected, new LongAdder());
    }
    return counters;
  }
}
