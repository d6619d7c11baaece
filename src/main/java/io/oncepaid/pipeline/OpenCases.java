package io.oncepaid.pipeline;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.oncepaid.database.Transactions;
import io.quarkus.runtime.Startup;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * How many cases wait for a person, and for how long the oldest one has: looked up every half
 * minute. Every instance tells the same figures, so graphs take the largest, not the sum.
 */
@Startup
@ApplicationScoped
class OpenCases {
  private static final Logger LOG = Logger.getLogger(OpenCases.class);
  private static final String OPEN =
      """
      SELECT kind, count(*), extract(epoch FROM now() - min(opened_at))::bigint
        FROM payment_case
       WHERE status = 'OPEN'
       GROUP BY kind
      """;

  private record Waiting(long cases, long oldestSeconds) {
    static final Waiting NONE = new Waiting(0, 0);
  }

  private final Transactions transactions;
  private volatile Map<String, Waiting> latest = Map.of();

  OpenCases(Transactions transactions, MeterRegistry registry) {
    this.transactions = transactions;
    for (CaseKind kind : CaseKind.values()) {
      Gauge.builder("oncepaid.cases.open", () -> of(kind).cases())
          .description("Cases that wait for a person")
          .tag("kind", kind.name())
          .register(registry);
      Gauge.builder("oncepaid.cases.oldest", () -> of(kind).oldestSeconds())
          .description("Age of the oldest case that waits for a person")
          .baseUnit("seconds")
          .tag("kind", kind.name())
          .register(registry);
    }
  }

  @Scheduled(every = "30s", concurrentExecution = ConcurrentExecution.SKIP)
  void look() {
    try {
      latest = transactions.read(OpenCases::count);
    } catch (SQLException e) {
      LOG.debugf("Open cases are not counted: %s", e.getMessage());
    }
  }

  private static Map<String, Waiting> count(Connection connection) throws SQLException {
    Map<String, Waiting> found = new HashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(OPEN);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        found.put(rows.getString(1), new Waiting(rows.getLong(2), rows.getLong(3)));
      }
    }
    return found;
  }

  private Waiting of(CaseKind kind) {
    return latest.getOrDefault(kind.name(), Waiting.NONE);
  }
}
