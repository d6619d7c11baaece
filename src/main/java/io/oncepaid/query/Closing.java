package io.oncepaid.query;

import io.oncepaid.payment.MerchantAction;
import io.oncepaid.payment.Transitions;
import io.oncepaid.payment.Transitions.Result;
import io.oncepaid.pipeline.Source;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Closes a payment here when nobody can pay it any more: every account at which it may be paid was
 * asked and answered, and either all of them closed its order, or it has expired and those that do
 * not know it did not know it either after the grace. An account that cannot be asked, or is being
 * asked right now, stands in the way.
 */
@ApplicationScoped
class Closing {
  // Nobody claims a question of the payment while its answers are judged.
  private static final String LOCK =
      "SELECT FROM payment_query WHERE merchant = ? AND out_trade_no = ?"
          + " ORDER BY account FOR UPDATE";

  private static final String ALL_AGREE =
      """
      SELECT bool_and(
                 coalesce(
                     NOT q.leased
                     AND (q.answer = 'CLOSED'
                          OR q.answer = 'NOT_FOUND'
                             AND q.asked_at >= p.expires_at + g.grace * interval '1 ms'),
                     false))
             AND (bool_and(q.answer = 'CLOSED') OR p.expires_at <= now())
        FROM payment p
       CROSS JOIN unnest(coalesce(p.accounts, ?::text[])) AS a (account)
        LEFT JOIN unnest(?::text[], ?::bigint[]) AS g (account, grace)
          ON g.account = a.account
        LEFT JOIN payment_query q
          ON q.merchant = p.merchant
         AND q.out_trade_no = p.out_trade_no
         AND q.account = g.account
       WHERE p.merchant = ?
         AND p.out_trade_no = ?
         AND p.status = 'PENDING'
       GROUP BY p.expires_at
      """;

  private final QueryTransactions transactions;
  private final Transitions transitions;
  private final QueryAccounts accounts;
  private final QueryMetrics metrics;

  Closing(
      QueryTransactions transactions,
      Transitions transitions,
      QueryAccounts accounts,
      QueryMetrics metrics) {
    this.transactions = transactions;
    this.transitions = transitions;
    this.accounts = accounts;
    this.metrics = metrics;
  }

  /**
   * A payment that is paid meanwhile stays PAID: the transition is made from PENDING only, and only
   * where nothing is booked.
   */
  void closeIfAllAgree(String merchant, String outTradeNo)
      throws SQLException, InterruptedException {
    boolean closed =
        transactions.write(
            connection -> {
              lock(connection, merchant, outTradeNo);
              if (!allAgree(connection, merchant, outTradeNo)) {
                return false;
              }
              Result result =
                  transitions
                      .move(
                          connection,
                          merchant,
                          outTradeNo,
                          MerchantAction.CLOSE,
                          Source.QUERY.name())
                      .result();
              return result == Result.MOVED;
            });
    if (closed) {
      metrics.closed(merchant);
    }
  }

  private static void lock(Connection connection, String merchant, String outTradeNo)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
      statement.setString(1, merchant);
      statement.setString(2, outTradeNo);
      statement.executeQuery().close();
    }
  }

  private boolean allAgree(Connection connection, String merchant, String outTradeNo)
      throws SQLException {
    List<QueryAccount> asked = accounts.asked();
    try (PreparedStatement statement = connection.prepareStatement(ALL_AGREE)) {
      statement.setArray(1, array(connection, "text", accounts.ofMerchant(merchant)));
      statement.setArray(
          2, array(connection, "text", asked.stream().map(QueryAccount::name).toList()));
      statement.setArray(
          3,
          array(
              connection,
              "bigint",
              asked.stream().map(account -> account.grace().toMillis()).toList()));
      statement.setString(4, merchant);
      statement.setString(5, outTradeNo);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  private static java.sql.Array array(Connection connection, String type, List<?> values)
      throws SQLException {
    return connection.createArrayOf(type, values.toArray());
  }
}
