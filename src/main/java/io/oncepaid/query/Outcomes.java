package io.oncepaid.query;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.gateway.Standing;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * What became of a question, and when the next one is asked. An outcome counts only under the
 * number of its claim: whoever lost the lease meanwhile writes nothing.
 */
@ApplicationScoped
class Outcomes {
  /** How soon an order that was just closed is asked for again. */
  private static final int CONFIRM_S = 2;

  /** The least time for which a gateway that does not work is left alone, for each payment. */
  private static final int SPARE_S = 20;

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

  private static final String SPARED =
      """
      UPDATE payment_query
         SET leased = false,
             next_at = now() + (1 + random()) * ? * interval '1 s'
       WHERE merchant = ? AND out_trade_no = ? AND account = ? AND attempts = ?
      """;

  private static final String DONE =
      "DELETE FROM payment_query"
          + " WHERE merchant = ? AND out_trade_no = ? AND account = ? AND attempts = ?";

  private final QueryTransactions transactions;
  private final OncepaidConfig.Query config;

  Outcomes(QueryTransactions transactions, OncepaidConfig config) {
    this.transactions = transactions;
    this.config = config.query();
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
            statement.setInt(2, Questions.LEASE_S);
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

  /** It was not asked, because the gateway does not work. */
  void spared(Question question) throws SQLException, InterruptedException {
    transactions.write(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(SPARED)) {
            statement.setInt(1, SPARE_S);
            key(statement, 2, question);
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
