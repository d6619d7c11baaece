package io.oncepaid.query;

import io.oncepaid.OncepaidConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Who asks for which payment. A claim is a lease in database time: no two instances ask for the
 * same payment at the same account at once, and what a dead one claimed is claimed anew.
 */
@ApplicationScoped
class Questions {
  /** Longer than all requests of one question with their tries and waits. */
  static final int LEASE_S = 120;

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
}
