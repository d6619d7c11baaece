package io.oncepaid.api;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.oncepaid.pipeline.Account;
import io.oncepaid.pipeline.Verdict;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts callbacks by gateway and verdict; of those without money meaning, the types. */
@ApplicationScoped
class CallbackMetrics {
  private record Kind(String gateway, Verdict verdict) {}

  private final MeterRegistry registry;

  // Looking a counter up by its tags costs more than counting.
  private final Map<Kind, Counter> counters = new ConcurrentHashMap<>();

  CallbackMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  /**
   * @param type the message's type in the gateway's words, one of a bounded set
   */
  void count(Account account, Verdict verdict, String type) {
    counters.computeIfAbsent(new Kind(account.kind(), verdict), this::counter).increment();
    if (verdict == Verdict.IGNORED) {
      registry
          .counter("oncepaid.callbacks.ignored", "gateway", account.kind(), "type", type)
          .increment();
    }
  }

  private Counter counter(Kind kind) {
    return registry.counter(
        "oncepaid.callbacks", "gateway", kind.gateway(), "verdict", kind.verdict().name());
  }
}
