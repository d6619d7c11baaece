package io.oncepaid.query;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.gateway.Standing;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Which payments are asked for, when, and by whom. A claim is a lease in database time: no two
 * instances ask for the same payment at the same account at once, and what a dead one claimed is
 * claimed anew.
 */
@ApplicationScoped
class Questions {
  /** Longer than all requests of one question with their tries and waits. */
  private static final int LEASE_S = 120;

  /** How soon an order that was just closed is asked for again. */
  private static final int CONFIRM_S = 2;

  /** What expired, was closed long ago, or is settled by now, needs no more asking. */
  private static final String FORGET =
      """
      WITH due AS (
          SELECT q.merchant, q.out_trade_no, q.account, p.status
            FROM payment_query q
            LEFT JOIN payment p ON p.merchant = q.merchant AND p.out_trade_no = q.out_trade_no
           WHERE q.merchant = ?
             AND q.account = ?
             AND q.next_at <= now()
             AND CASE p.status
                 WHEN 'PENDING' THEN
                     greatest(p.created_at, p.expires_at) + ? * interval '1 ms' <= now()
                 WHEN 'CLOSED' THEN
                     q.answer IN ('CLOSED', 'PAID') AND NOT q.leased
                     OR p.closed_at + ? * interval '1 ms' <= now()
                 ELSE true
                 END
           LIMIT 1000
             FOR UPDATE OF q SKIP LOCKED)
      DELETE FROM payment_query q
       USING due
       WHERE q.merchant = due.merchant
         AND q.out_trade_no = due.out_trade_no
         AND q.account = due.account
      RETURNING due.status = 'PENDING'
      """;

  private static final String CLAIM =
      """
      WITH due AS (
          SELECT q.merchant, q.out_trade_no, q.account
            FROM payment_query q
           WHERE q.merchant = ?
             AND q.account = ?
             AND q.next_at <= now()
           ORDER BY q.next_at
           LIMIT 1
             FOR UPDATE SKIP LOCKED)
      UPDATE payment_query q
         SET leased = true,
             attempts = q.attempts + 1,
             next_at = now() + ? * interval '1 s'
        FROM due
        JOIN payment p ON p.merchant = due.merchant AND p.out_trade_no = due.out_trade_no
       WHERE q.merchant = due.merchant
         AND q.out_trade_no = due.out_trade_no
         AND q.account = due.account
      RETURNING q.out_trade_no, q.attempts, p.status = 'CLOSED' OR p.expires_at <= now()
      """;

  // Each wait is as long as what is waited for is old, so that waits double: after an hour of
  // silence the next question comes an hour later. Jitter keeps payments of one minute apart. A
  // moment at which something changes, the expiry or the end of the grace, is not slept through.
  private static final String NEXT_AT =
      """
      least(
          now() + (0.8 + 0.4 * random())
              * least(greatest(now() - %s, ? * interval '1 ms'), ? * interval '1 ms'),
          CASE
              WHEN p.status <> 'PENDING' THEN NULL
              WHEN p.expires_at > now() THEN p.expires_at + random() * interval '1 s'
              WHEN p.expires_at + ? * interval '1 ms' > now()
                  THEN p.expires_at + (? + random() * 1000) * interval '1 ms'
          END)
      """;

  private static final String OF_QUESTION =
      """
        FROM payment p
       WHERE p.merchant = q.merchant
         AND p.out_trade_no = q.out_trade_no
         AND q.merchant = ?
         AND q.out_trade_no = ?
         AND q.account = ?
         AND q.attempts = ?
      """;

  // The question was asked at the claim, a lease before the time at which the lease ends.
  private static final String ANSWERED =
      """
      UPDATE payment_query q
         SET leased = false,
             answer = ?,
             asked_at = q.next_at - ? * interval '1 s',
             unanswered_since = NULL,
             next_at = CASE WHEN ? THEN now() + ? * interval '1 s' ELSE %s END
      %s
      """
          .formatted(
              NEXT_AT.formatted(
                  """
                  CASE
                      WHEN p.status = 'CLOSED' THEN p.closed_at
                      WHEN p.expires_at <= now() THEN p.expires_at
                      ELSE p.created_at
                  END"""),
              OF_QUESTION);

  private static final String UNANSWERED =
      """
      UPDATE payment_query q
         SET leased = false,
             answer = NULL,
             asked_at = NULL,
             unanswered_since = coalesce(q.unanswered_since, now()),
             next_at = %s
      %s
      """
          .formatted(NEXT_AT.formatted("coalesce(q.unanswered_since, now())"), OF_QUESTION);

  private static final String DONE =
      "DELETE FROM payment_query"
          + " WHERE merchant = ? AND out_trade_no = ? AND account = ? AND attempts = ?";

  private final QueryTransactions transactions;
  private final OncepaidConfig.Query config;
  private final QueryMetrics metrics;

  Questions(QueryTransactions transactions, OncepaidConfig config, QueryMetrics metrics) {
    this.transactions = transactions;
    this.config = config.query();
    this.metrics = metrics;
  }

  /** Claims the payment of the account that has been due for longest; empty when none is. */
  Optional<Question> claim(QueryAccount account) throws SQLException, InterruptedException {
    return transactions.write(
        connection -> {
          try (PreparedStatement forget = connection.prepareStatement(FORGET)) {
            forget.setString(1, account.merchant());
            forget.setString(2, account.name());
            forget.setLong(3, config.giveUpAfter().toMillis());
            forget.setLong(4, config.watchAfterClose().toMillis());
            try (ResultSet gone = forget.executeQuery()) {
              while (gone.next()) {
                if (gone.getBoolean(1)) {
                  metrics.gaveUp(account.name());
                }
              }
            }
          }
          try (PreparedStatement claim = connection.prepareStatement(CLAIM)) {
            claim.setString(1, account.merchant());
            claim.setString(2, account.name());
            claim.setInt(3, LEASE_S);
            try (ResultSet row = claim.executeQuery()) {
              return row.next()
                  ? Optional.of(
                      new Question(account, row.getString(1), row.getInt(2), row.getBoolean(3)))
                  : Optional.empty();
            }
          }
        });
  }

  /**
   * Writes a verified answer down and when to ask again.
   *
   * @param soon true where something was done that the next answer is to confirm
   */
  void answered(Question question, Standing.Kind answer, boolean soon)
      throws SQLException, InterruptedException {
    transactions.write(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(ANSWERED)) {
            statement.setString(1, answer.name());
            statement.setInt(2, LEASE_S);
            statement.setBoolean(3, soon);
            statement.setInt(4, CONFIRM_S);
            waits(statement, 5, question);
            return statement.executeUpdate();
          }
        });
  }

  /** Nothing that can be believed came back: nothing is known, and nothing is closed on it. */
  void unanswered(Question question) throws SQLException, InterruptedException {
    transactions.write(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(UNANSWERED)) {
            waits(statement, 1, question);
            return statement.executeUpdate();
          }
        });
  }

  /** Nothing is left to ask. */
  void done(Question question) throws SQLException, InterruptedException {
    transactions.write(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(DONE)) {
            key(statement, 1, question);
            return statement.executeUpdate();
          }
        });
  }

  private void waits(PreparedStatement statement, int at, Question question) throws SQLException {
    statement.setLong(at, config.shortestWait().toMillis());
    statement.setLong(at + 1, config.longestWait().toMillis());
    long grace = question.account().grace().toMillis();
    statement.setLong(at + 2, grace);
    statement.setLong(at + 3, grace);
    key(statement, at + 4, question);
  }

  private static void key(PreparedStatement statement, int at, Question question)
      throws SQLException {
    statement.setString(at, question.account().merchant());
    statement.setString(at + 1, question.outTradeNo());
    statement.setString(at + 2, question.account().name());
    statement.setInt(at + 3, question.attempt());
  }
}
