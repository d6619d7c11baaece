package io.oncepaid.payment;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;

/** Registers each payment once: of several who bring the same number, the database takes one. */
@ApplicationScoped
public class Registration {
  // DO NOTHING waits for a registration that is under way elsewhere, so no row returned means that
  // the number is taken for good. The history is written by the same statement or not at all.
  private static final String REGISTER =
      """
      WITH p AS (
        INSERT INTO payment
               (merchant, out_trade_no, amount, currency, subject, expires_at, accounts,
                payer_reference)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (merchant, out_trade_no) DO NOTHING
        RETURNING *),
      h AS (
        INSERT INTO payment_history (merchant, out_trade_no, what, to_status, source)
        SELECT merchant, out_trade_no, 'REGISTERED', status, ? FROM p)
      SELECT %s FROM p
      """
          .formatted(Payment.COLUMNS);

  private final OutTradeNumbers numbers;

  Registration(OutTradeNumbers numbers) {
    this.numbers = numbers;
  }

  /**
   * Registers a payment; makes its number where the terms have none.
   *
   * @param connection inside the caller's transaction
   * @param source OPERATOR, or null for the merchant itself
   * @return empty when the merchant has a payment of that number
   */
  public Optional<Payment> register(
      Connection connection, String merchant, Terms terms, String source) throws SQLException {
    if (terms.outTradeNo() != null) {
      return insert(connection, merchant, terms, source);
    }
    while (true) {
      Terms numbered = terms.withOutTradeNo(numbers.next());
      Optional<Payment> registered = insert(connection, merchant, numbered, source);
      if (registered.isPresent()) {
        return registered;
      }
    }
  }

  private static Optional<Payment> insert(
      Connection connection, String merchant, Terms terms, String source) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(REGISTER)) {
      statement.setString(1, merchant);
      statement.setString(2, terms.outTradeNo());
      statement.setLong(3, terms.amount());
      statement.setString(4, terms.currency());
      statement.setString(5, terms.subject());
      Instant expiresAt = terms.expiresAt();
      statement.setObject(6, expiresAt == null ? null : expiresAt.atOffset(ZoneOffset.UTC));
      statement.setArray(
          7,
          terms.accounts() == null
              ? null
              : connection.createArrayOf("text", terms.accounts().toArray()));
      statement.setString(8, terms.payerReference());
      statement.setString(9, source);
      return Payment.first(statement);
    }
  }
}
