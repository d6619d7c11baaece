package io.oncepaid.query;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.Transactions;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.http.HttpClient;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jboss.logging.Logger;

/**
 * Asks the gateways for payments whose callback never came. Every few seconds each account's desk
 * is opened: new payments are put on its list, and what is due on it is asked for. Desks share
 * nothing but the database, so that a dead gateway delays no other.
 */
@ApplicationScoped
public class ActiveQuery {
  private static final Logger LOG = Logger.getLogger(ActiveQuery.class);

  private static final String OLDEST_UNANSWERED =
      "SELECT extract(epoch FROM now() - min(unanswered_since)) FROM payment_query"
          + " WHERE unanswered_since IS NOT NULL";

  private final Transactions transactions;
  private final QueryMetrics metrics;
  private final List<Desk> desks;
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "active-query");
            thread.setDaemon(true);
            return thread;
          });

  ActiveQuery(
      OncepaidConfig config,
      QueryAccounts accounts,
      Transactions transactions,
      Walk walk,
      Questions questions,
      Pace pace,
      Asking asking,
      QueryMetrics metrics,
      Clock clock) {
    this.transactions = transactions;
    this.metrics = metrics;
    HttpClient client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(config.query().timeout())
            .build();
    this.desks =
        accounts.asked().stream()
            .map(
                account ->
                    new Desk(
                        account,
                        new Line(account, client, pace, clock, config.query()),
                        walk,
                        questions,
                        asking,
                        config.query().concurrency(),
                        threads))
            .toList();
  }

  /** Opens each desk; returns when each has its work, not when that is done. */
  @Scheduled(every = "${oncepaid.query.every:5s}", concurrentExecution = ConcurrentExecution.SKIP)
  void round() {
    if (desks.isEmpty()) {
      return;
    }
    desks.forEach(Desk::open);
    try {
      metrics.oldestUnanswered(transactions.read(ActiveQuery::oldestUnanswered));
    } catch (SQLException e) {
      LOG.debug("the database is away", e);
    }
  }

  private static long oldestUnanswered(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(OLDEST_UNANSWERED);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  void stop(@Observes ShutdownEvent event) {
    threads.shutdownNow();
  }
}
