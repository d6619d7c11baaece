package io.oncepaid.query;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Finds the payments that have come to the account's age while PENDING and puts them on the list of
 * what is asked for: each payment is looked at once, in order of registration.
 */
@ApplicationScoped
class Walk {
  private static final int PAGE = 1000;

  private static final String KNOW =
      "INSERT INTO payment_query_account (merchant, account) VALUES (?, ?) ON CONFLICT DO NOTHING";

  // A page ends at the time of its last payment, so that payments of one time stay together. It
  // begins a minute before the last one ended: a registration becomes visible at its commit and
  // bears the time at which it began; its transaction lives for seconds at the most.
  private static final String STEP =
      """
      WITH a AS (
          SELECT *
            FROM payment_query_account
           WHERE merchant = ? AND account = ?
             FOR UPDATE
      ), reach AS (
          SELECT a.walked_to AS since,
                 page.upto AS page_end,
                 greatest(a.walked_to, coalesce(page.upto, now() - ? * interval '1 ms')) AS upto
            FROM a
            LEFT JOIN LATERAL (
                 SELECT p.created_at AS upto
                   FROM payment p
                  WHERE p.merchant = a.merchant
                    AND p.created_at > a.walked_to
                    AND p.created_at <= now() - ? * interval '1 ms'
                  ORDER BY p.created_at
                 OFFSET ? LIMIT 1) page ON true
      ), found AS (
          INSERT INTO payment_query (merchant, out_trade_no, account, next_at)
          SELECT p.merchant, p.out_trade_no, ?, now()
            FROM reach, payment p
           WHERE p.merchant = ?
             AND p.created_at > reach.since - interval '1 minute'
             AND p.created_at <= reach.upto
             AND p.status = 'PENDING'
             AND (p.accounts IS NULL OR ? = ANY (p.accounts))
              ON CONFLICT DO NOTHING
      )
      UPDATE payment_query_account a
         SET walked_to = reach.upto
        FROM reach
       WHERE a.merchant = ? AND a.account = ?
      RETURNING reach.page_end IS NOT NULL
      """;

  private final QueryTransactions transactions;

  Walk(QueryTransactions transactions) {
    this.transactions = transactions;
  }

  /** Once at start: from here on the account can be walked and paced. */
  void know(QueryAccount account) throws SQLException, InterruptedException {
    transactions.write(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(KNOW)) {
            statement.setString(1, account.merchant());
            statement.setString(2, account.name());
            return statement.executeUpdate();
          }
        });
  }

  /** Goes one page on, in turn with other instances; true when there may be more. */
  boolean step(QueryAccount account) throws SQLException, InterruptedException {
    return transactions.write(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(STEP)) {
            statement.setString(1, account.merchant());
            statement.setString(2, account.name());
            statement.setLong(3, account.age().toMillis());
            statement.setLong(4, account.age().toMillis());
            statement.setInt(5, PAGE - 1);
            statement.setString(6, account.name());
            statement.setString(7, account.merchant());
            statement.setString(8, account.name());
            statement.setString(9, account.merchant());
            statement.setString(10, account.name());
            try (ResultSet row = statement.executeQuery()) {
              return row.next() && row.getBoolean(1);
            }
          }
        });
  }
}
