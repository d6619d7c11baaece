package io.oncepaid.pipeline;

import io.micrometer.core.instrument.MeterRegistry;
import io.oncepaid.gateway.UnusableCallback;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jboss.logging.Logger;

/**
 * What layer 1 refused leaves a counter and a line in the log, and nothing else: one line a second
 * at most, so that a flood of forgeries does not fill the disk. Signature probes, which a gateway
 * sends to see whether they are refused, are counted for themselves.
 */
@ApplicationScoped
class RefusedCallbacks {
  private static final Logger LOG = Logger.getLogger(RefusedCallbacks.class);
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final MeterRegistry registry;
  private final AtomicLong nextLine = new AtomicLong(System.nanoTime());
  private final AtomicLong unsaid = new AtomicLong();

  RefusedCallbacks(MeterRegistry registry) {
    this.registry = registry;
  }

  void note(Account account, UnusableCallback refused) {
    String reason = refused.isProbe() ? "PROBE" : refused.reason().name();
    registry
        .counter("oncepaid.callbacks.refused", "account", account.name(), "reason", reason)
        .increment();
    if (!refused.isProbe()) {
      say(account, refused);
    }
  }

  private void say(Account account, UnusableCallback refused) {
    long now = System.nanoTime();
    long due = nextLine.get();
    if (now - due < 0 || !nextLine.compareAndSet(due, now + PAUSE_NANOS)) {
      unsaid.incrementAndGet();
      return;
    }
    LOG.infof(
        "account %s: %s: %s (and %d others since the last line)",
        account.name(), refused.reason(), refused.getMessage(), unsaid.getAndSet(0));
  }
}
