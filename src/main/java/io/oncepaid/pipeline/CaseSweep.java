package io.oncepaid.pipeline;

import io.oncepaid.database.Transactions;
import io.oncepaid.gateway.Answer;
import io.oncepaid.pipeline.Cases.Swept;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Settles notices that came before their payment: every minute, and when a payment is registered or
 * paid. A notice that still has no payment after ten minutes is announced to the business.
 */
@ApplicationScoped
public class CaseSweep {
  private static final Logger LOG = Logger.getLogger(CaseSweep.class);

  private static final int PAGE = 1000;

  /** Longer than any notice waits; only a queue that was stopped answers nobody. */
  private static final int PATIENCE_S = 10;

  private static final String SETTLEABLE =
      """
      SELECT c.id, c.merchant, c.account, c.source, c.raw_headers, c.raw_body, %s
        FROM payment_case c
       WHERE c.status = 'OPEN'
         AND c.kind = 'UNKNOWN_PAYMENT'
         AND c.id > ?
         AND (?::text IS NULL OR c.merchant = ? AND c.out_trade_no IN (?, ''))
         AND (EXISTS (
                 SELECT FROM payment p
                  WHERE p.merchant = c.merchant AND p.out_trade_no = c.out_trade_no)
              OR c.out_trade_no = '' AND EXISTS (
                 SELECT FROM payment_flow f
                  WHERE f.merchant = c.merchant
                    AND f.account = c.account
                    AND f.kind = 'PAY'
                    AND f.transaction_id = c.transaction_id)
              OR c.out_trade_no = '' AND EXISTS (
                 SELECT FROM payment_case d
                  WHERE d.merchant = c.merchant
                    AND d.account = c.account
                    AND d.transaction_id = c.transaction_id
                    AND d.notice = 'PAID'
                    AND d.kind IN ('DOUBLE_PAYMENT', 'LATE_PAYMENT')))
       ORDER BY c.id
       LIMIT %d
      """
          .formatted(NoticeOfCase.COLUMNS, PAGE);

  private final Transactions transactions;
  private final SettlementQueue queue;
  private final Accounts accounts;
  private final Cases cases;
  private final CaseAnnouncement announcement;
  private final Clock clock;

  /**
   * A case and the notice that it keeps.
   *
   * @param submission null when its account was taken out of the configuration
   */
  private record Kept(String merchant, long id, Submission submission) {}

  CaseSweep(
      Transactions transactions,
      SettlementQueue queue,
      Accounts accounts,
      Cases cases,
      CaseAnnouncement announcement,
      Clock clock) {
    this.transactions = transactions;
    this.queue = queue;
    this.accounts = accounts;
    this.cases = cases;
    this.announcement = announcement;
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
      transactions.write(announcement::announce);
    } catch (SQLException error) {
      LOG.debug("the sweep is tried again in a minute", error);
    }
  }

  // Page by page: refunds of money that never came stay open, however many, and must not keep the
  // others from their turn.
  private void settle(String merchant, String outTradeNo) {
    try {
      List<Kept> page;
      long last = 0;
      do {
        long after = last;
        page = transactions.read(connection -> kept(connection, merchant, outTradeNo, after));
        settle(page);
        last = page.isEmpty() ? last : page.get(page.size() - 1).id();
      } while (page.size() == PAGE);
    } catch (SQLException error) {
      LOG.debug("the sweep is tried again in a minute", error);
    }
  }

  private void settle(List<Kept> page) throws SQLException {
    Map<Kept, CompletableFuture<Outcome>> outcomes = new LinkedHashMap<>();
    for (Kept kept : page) {
      if (kept.submission() != null) {
        outcomes.put(kept, queue.submit(kept.submission()).toCompletableFuture());
      }
    }
    List<Swept> swept = new ArrayList<>();
    outcomes.forEach(
        (kept, outcome) -> {
          outcome.completeOnTimeout(Outcome.of(Verdict.UNAVAILABLE), PATIENCE_S, TimeUnit.SECONDS);
          String resolution = resolution(outcome.join().verdict().answer());
          if (resolution != null) {
            swept.add(new Swept(kept.merchant(), kept.id(), resolution));
          }
        });
    if (!swept.isEmpty()) {
      transactions.write(
          connection -> {
            cases.closeSwept(connection, swept);
            return null;
          });
    }
  }

  // A refused notice has a case of a better kind by now: this very one, or, where the notice named
  // only the gateway's transaction, another one under its payment's number.
  private static String resolution(Answer answer) {
    return switch (answer) {
      case ACCEPT -> "SETTLED";
      case REFUSE -> "DUPLICATE_OF";
      case RETRY -> null;
    };
  }

  private List<Kept> kept(Connection connection, String merchant, String outTradeNo, long after)
      throws SQLException {
    List<Kept> found = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(SETTLEABLE)) {
      statement.setLong(1, after);
      statement.setString(2, merchant);
      statement.setString(3, merchant);
      statement.setString(4, outTradeNo);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          Account account = accounts.find(row.getString("account")).orElse(null);
          Submission submission = account == null ? null : submission(row, account);
          found.add(new Kept(row.getString("merchant"), row.getLong("id"), submission));
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
}
