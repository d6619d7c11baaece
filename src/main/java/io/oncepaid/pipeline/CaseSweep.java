package io.oncepaid.pipeline;

import io.oncepaid.outbox.Event;
import io.oncepaid.outbox.Outbox;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jboss.logging.Logger;

/**
 * Settles notices that came before their payment: every minute, and when a payment is registered or
 * paid. A notice that still has no payment after ten minutes is announced to the business.
 */
@ApplicationScoped
public class CaseSweep {
  private static final Logger LOG = Logger.getLogger(CaseSweep.class);

  private static final String SETTLEABLE =
      """
      SELECT c.merchant, c.account, c.source, c.raw_headers, c.raw_body, %s
        FROM payment_case c
       WHERE c.status = 'OPEN'
         AND c.kind = 'UNKNOWN_PAYMENT'
         AND (?::text IS NULL OR c.merchant = ? AND c.out_trade_no IN (?, ''))
         AND (EXISTS (
                 SELECT FROM payment p
                  WHERE p.merchant = c.merchant AND p.out_trade_no = c.out_trade_no)
              OR c.out_trade_no = '' AND EXISTS (
                 SELECT FROM payment_flow f
                  WHERE f.merchant = c.merchant
                    AND f.account = c.account
                    AND f.kind = 'PAY'
                    AND f.transaction_id = c.transaction_id))
       ORDER BY c.id
       LIMIT 1000
      """
          .formatted(NoticeOfCase.COLUMNS);

  private static final String ANNOUNCE =
      """
      UPDATE payment_case
         SET announced_at = now()
       WHERE status = 'OPEN'
         AND kind = 'UNKNOWN_PAYMENT'
         AND announced_at IS NULL
         AND opened_at < now() - interval '10 minutes'
      RETURNING merchant, out_trade_no, amount, currency, account, transaction_id, out_refund_no,
                occurred_at, id
      """;

  private final Transactions transactions;
  private final SettlementQueue queue;
  private final Accounts accounts;
  private final Outbox outbox;
  private final Clock clock;

  CaseSweep(
      Transactions transactions,
      SettlementQueue queue,
      Accounts accounts,
      Outbox outbox,
      Clock clock) {
    this.transactions = transactions;
    this.queue = queue;
    this.accounts = accounts;
    this.outbox = outbox;
    this.clock = clock;
  }

  /**
   * After a payment was registered or paid: what came too early for it, off the caller's thread.
   */
  public void payment(String merchant, String outTradeNo) {
    try {
      Infrastructure.getDefaultExecutor().execute(() -> settle(merchant, outTradeNo));
    } catch (RejectedExecutionException busy) {
      LOG.debug("left to the sweep of the next minute");
    }
  }

  /** Every minute: all that may be settled by now, and what must be announced. */
  @Scheduled(every = "${oncepaid.sweep.every:1m}", concurrentExecution = ConcurrentExecution.SKIP)
  void everyMinute() {
    settle(null, null);
    try {
      transactions.write(this::announce);
    } catch (SQLException error) {
      LOG.debug("the sweep is tried again in a minute", error);
    }
  }

  private void settle(String merchant, String outTradeNo) {
    try {
      transactions.read(connection -> settleable(connection, merchant, outTradeNo)).stream()
          .forEach(queue::submit);
    } catch (SQLException error) {
      LOG.debug("the sweep is tried again in a minute", error);
    }
  }

  private List<Submission> settleable(Connection connection, String merchant, String outTradeNo)
      throws SQLException {
    List<Submission> found = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(SETTLEABLE)) {
      statement.setString(1, merchant);
      statement.setString(2, merchant);
      statement.setString(3, outTradeNo);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          Account account = accounts.find(row.getString("account")).orElse(null);
          if (account != null) { // an account that was taken out of the configuration
            found.add(submission(row, account));
          }
        }
      }
    }
    return found;
  }

  private Submission submission(ResultSet row, Account account) throws SQLException {
    return new Submission(
        row.getString("merchant"),
        account.name(),
        account.kind(),
        Source.valueOf(row.getString("source")),
        NoticeOfCase.read(row),
        new Evidence(row.getString("raw_headers"), row.getBytes("raw_body")),
        clock.instant());
  }

  private Void announce(Connection connection) throws SQLException {
    List<Event.About> events = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(ANNOUNCE);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        events.add(
            new Event.About(
                "case.opened",
                row.getString(1),
                row.getString(2),
                CaseKind.UNKNOWN_PAYMENT.name(),
                row.getLong(3),
                row.getString(4),
                null,
                null,
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getTimestamp(8).toInstant(),
                row.getLong(9)));
      }
    }
    outbox.append(connection, events);
    return null;
  }
}
