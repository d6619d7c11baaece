package io.oncepaid.pipeline;

import io.micrometer.core.instrument.MeterRegistry;
import io.oncepaid.pipeline.Cases.Opened;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jboss.logging.Logger;

/** Tells operators of every case that was opened, once it is committed. */
@Startup
@ApplicationScoped
class CaseAlarm {
  private static final Logger LOG = Logger.getLogger("io.oncepaid.case");

  private final MeterRegistry registry;

  CaseAlarm(MeterRegistry registry) {
    this.registry = registry;
    for (CaseKind kind : CaseKind.values()) {
      registry.counter("oncepaid.cases.opened", "kind", kind.name());
    }
  }

  void raise(List<Opened> opened) {
    for (Opened newCase : opened) {
      registry.counter("oncepaid.cases.opened", "kind", newCase.kind().name()).increment();
      LOG.warnf(
          "case %d opened: %s, merchant %s, payment %s, account %s",
          newCase.id(),
          newCase.kind(),
          newCase.merchant(),
          newCase.outTradeNo(),
          newCase.account());
    }
  }
}
