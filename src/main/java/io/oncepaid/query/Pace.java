package io.oncepaid.query;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * The rate limit of an account over all instances: every request, also a repeated one, takes the
 * next free slot in database time and waits for it without a connection.
 */
@ApplicationScoped
class Pace {
  private static final String TAKE =
      """
      UPDATE payment_query_account
         SET next_slot = greatest(next_slot, clock_timestamp()) + ? * interval '1 us'
       WHERE merchant = ? AND account = ?
      RETURNING extract(epoch FROM next_slot - clock_timestamp()) * 1000000
      """;

  private final QueryTransactions transactions;

  Pace(QueryTransactions transactions) {
    this.transactions = transactions;
  }

  /** Returns when a request may be sent. */
  void await(QueryAccount account) throws SQLException, InterruptedException {
    long spacing = TimeUnit.NANOSECONDS.toMicros(account.spacing().toNanos());
    long untilNext =
        transactions.write(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(TAKE)) {
                statement.setLong(1, spacing);
                statement.setString(2, account.merchant());
                statement.setString(3, account.name());
                try (ResultSet row = statement.executeQuery()) {
                  row.next();
                  return row.getLong(1);
                }
              }
            });
    // The slot is the one before the next.
    TimeUnit.MICROSECONDS.sleep(untilNext - spacing);
  }
}
