package io.oncepaid.outbox;

import io.micrometer.core.instrument.MeterRegistry;
import io.oncepaid.database.Transactions;
import io.quarkus.runtime.Startup;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * How far deliveries are, for alarms. Counts those merchants that have a destination; nothing is
 * labelled by merchant.
 */
@Startup
@ApplicationScoped
class OutboxMetrics {
  private static final Logger LOG = Logger.getLogger(OutboxMetrics.class);

  private static final String LOOK =
      """
      SELECT coalesce(sum(waiting.pending), 0),
             coalesce(sum(waiting.dead), 0),
             coalesce(sum(waiting.disabled), 0),
             coalesce(max(extract(epoch FROM now() - waiting.due_since))
                          FILTER (WHERE waiting.disabled = 0 AND waiting.due_since < now()), 0)
        FROM unnest(?::text[]) AS m (merchant)
       CROSS JOIN LATERAL (
             SELECT (SELECT count(*) FROM outbox_event e
                      WHERE e.merchant = m.merchant AND e.status = 'PENDING') AS pending,
                    (SELECT count(*) FROM outbox_event e
                      WHERE e.merchant = m.merchant AND e.status = 'DEAD') AS dead,
                    (SELECT count(*) FROM disabled_destination d
                      WHERE d.merchant = m.merchant) AS disabled,
                    (SELECT e.next_attempt_at FROM outbox_event e
                      WHERE e.merchant = m.merchant AND e.status = 'PENDING'
                      ORDER BY e.merchant, e.next_attempt_at LIMIT 1) AS due_since) AS waiting
      """;

  private final MeterRegistry registry;
  private final Transactions transactions;
  private final Set<String> merchants;
  private volatile Look look = new Look(0, 0, 0, 0);

  private record Look(long pending, long dead, long disabled, double lag) {}

  OutboxMetrics(MeterRegistry registry, Transactions transactions, Destinations destinations) {
    this.registry = registry;
    this.transactions = transactions;
    this.merchants = destinations.byMerchant().keySet();
    registry.gauge("oncepaid.outbox.pending", this, metrics -> metrics.look.pending());
    registry.gauge("oncepaid.outbox.dead", this, metrics -> metrics.look.dead());
    registry.gauge("oncepaid.outbox.disabled", this, metrics -> metrics.look.disabled());
    // How long the event that is due for longest has been waiting for its attempt.
    registry.gauge("oncepaid.outbox.lag.seconds", this, metrics -> metrics.look.lag());
  }

  void attempted(Outcome outcome) {
    registry
        .counter(
            "oncepaid.outbox.deliveries",
            "destination",
            outcome.lane().destination().name(),
            "outcome",
            outcome.delivery().getClass().getSimpleName().toLowerCase(Locale.ROOT))
        .increment();
  }

  @Scheduled(every = "10s", concurrentExecution = ConcurrentExecution.SKIP)
  void look() {
    if (merchants.isEmpty()) {
      return;
    }
    try {
      look =
          transactions.read(
              connection -> {
                try (PreparedStatement statement = connection.prepareStatement(LOOK)) {
                  statement.setArray(1, connection.createArrayOf("text", merchants.toArray()));
                  try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    return new Look(
                        row.getLong(1), row.getLong(2), row.getLong(3), row.getDouble(4));
                  }
                }
              });
    } catch (SQLException error) {
      LOG.debug("the outbox is counted again in ten seconds", error);
    }
  }
}
