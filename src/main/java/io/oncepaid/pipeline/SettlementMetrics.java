package io.oncepaid.pipeline;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;

/** Figures about groups, for operators and for the tests that need several in one group. */
@Startup
@ApplicationScoped
class SettlementMetrics {
  private final MeterRegistry registry;
  private final DistributionSummary groupSize;

  SettlementMetrics(MeterRegistry registry, SettlementQueue queue) {
    this.registry = registry;
    this.groupSize =
        DistributionSummary.builder("oncepaid.settlement.group.size")
            .description("Notices settled in one transaction")
            .register(registry);
    registry.gauge("oncepaid.settlement.waiting", queue, SettlementQueue::size);
  }

  void group(int size) {
    groupSize.record(size);
  }

  void undecided(String sqlState, int notices) {
    String state = sqlState == null ? "none" : sqlState;
    registry.counter("oncepaid.settlement.undecided", "sqlstate", state).increment(notices);
  }
}
