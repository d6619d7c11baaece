package io.oncepaid.payment;

import io.oncepaid.OncepaidConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Two orders under different numbers may still be one order twice: the same payer, amount, currency
 * and subject within a while. Of several that come at once, each sees those before it.
 */
@ApplicationScoped
public class EqualOrders {
  // Held to the end of the transaction, so that whoever comes next finds this order registered.
  private static final String QUEUE_UP =
      """
      SELECT pg_advisory_xact_lock(hashtextextended(
          'equal order' || chr(10) || ? || chr(10) || ?, 0))
      """;

  // A statement of its own: one that had waited for the lock would not see what it waited for. An
  // order that was closed or refunded is over, and another one is none too many.
  private static final String LOOK =
      """
      SELECT out_trade_no
        FROM payment
       WHERE merchant = ?
         AND payer_reference = ?
         AND created_at > now() - make_interval(secs => ?)
         AND amount = ?
         AND currency = ?
         AND subject IS NOT DISTINCT FROM ?
         AND status NOT IN ('CLOSED', 'REFUNDED')
       ORDER BY created_at DESC, out_trade_no DESC
       LIMIT 1
      """;

  private final OncepaidConfig config;

  EqualOrders(OncepaidConfig config) {
    this.config = config;
  }

  /**
   * The latest equal order of the same payer within the window; from here to its end the
   * transaction is the only one that registers an order of this payer.
   *
   * @param connection inside the caller's transaction
   * @return its out_trade_no; empty where the window is off or the terms name no payer
   */
  public Optional<String> find(Connection connection, String merchant, Terms terms)
      throws SQLException {
    Optional<Duration> window = config.orders().sameContentWindow();
    if (window.isEmpty() || terms.payerReference() == null) {
      return Optional.empty();
    }
    try (PreparedStatement statement = connection.prepareStatement(QUEUE_UP)) {
      statement.setString(1, merchant);
      statement.setString(2, terms.payerReference());
      statement.execute();
    }
    return look(connection, merchant, terms, window.get());
  }

  private static Optional<String> look(
      Connection connection, String merchant, Terms terms, Duration window) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOOK)) {
      statement.setString(1, merchant);
      statement.setString(2, terms.payerReference());
      statement.setLong(3, window.toSeconds());
      statement.setLong(4, terms.amount());
      statement.setString(5, terms.currency());
      statement.setString(6, terms.subject());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
      }
    }
  }
}
