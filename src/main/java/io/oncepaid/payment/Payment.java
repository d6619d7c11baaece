package io.oncepaid.payment;

import io.oncepaid.pipeline.PaymentStatus;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * What is to be paid and what became of it, as the merchant sees it.
 *
 * @param amount minor units of the currency, like refundedAmount
 * @param account the account that was paid, null until it is, like transactionId and paidAt
 * @param accounts where the payer may pay; null means every account of the merchant
 * @param payerReference whom the merchant expects to pay, in its own words; null when not named
 */
@RegisterForReflection
public record Payment(
    String outTradeNo,
    String merchant,
    long amount,
    String currency,
    PaymentStatus status,
    long refundedAmount,
    String account,
    String transactionId,
    Instant paidAt,
    Instant closedAt,
    Instant expiresAt,
    String subject,
    List<String> accounts,
    String payerReference,
    Instant createdAt) {

  static final String COLUMNS =
      "out_trade_no, merchant, amount, currency, status, refunded_amount, account, transaction_id,"
          + " paid_at, closed_at, expires_at, subject, accounts, payer_reference, created_at";

  private static final String FIND =
      "SELECT " + COLUMNS + " FROM payment WHERE merchant = ? AND out_trade_no = ?";

  private static final String FIND_AMONG =
      "SELECT " + COLUMNS + " FROM payment WHERE merchant = ANY (?) AND out_trade_no = ?";

  private static final String FIND_BY_TRANSACTION =
      "SELECT "
          + COLUMNS
          + " FROM payment WHERE (merchant, out_trade_no) IN (SELECT merchant, out_trade_no"
          + " FROM payment_flow WHERE merchant = ? AND account = ? AND kind = 'PAY'"
          + " AND transaction_id = ?)";

  /** The merchant's payment of that number. */
  public static Optional<Payment> find(Connection connection, String merchant, String outTradeNo)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(FIND)) {
      statement.setString(1, merchant);
      statement.setString(2, outTradeNo);
      return first(statement);
    }
  }

  /** The payment that this transaction of the account has paid. */
  public static Optional<Payment> findByTransaction(
      Connection connection, String merchant, String account, String transactionId)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(FIND_BY_TRANSACTION)) {
      statement.setString(1, merchant);
      statement.setString(2, account);
      statement.setString(3, transactionId);
      return first(statement);
    }
  }

  /** The payments of that number among several merchants, each of which may have one. */
  public static List<Payment> findAmong(
      Connection connection, Collection<String> merchants, String outTradeNo) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(FIND_AMONG)) {
      statement.setArray(1, connection.createArrayOf("text", merchants.toArray()));
      statement.setString(2, outTradeNo);
      try (ResultSet rows = statement.executeQuery()) {
        List<Payment> found = new ArrayList<>();
        while (rows.next()) {
          found.add(from(rows));
        }
        return found;
      }
    }
  }

  /** Runs a statement that returns {@link #COLUMNS} of at most one payment. */
  static Optional<Payment> first(PreparedStatement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery()) {
      return rows.next() ? Optional.of(from(rows)) : Optional.empty();
    }
  }

  private static Payment from(ResultSet row) throws SQLException {
    Array accounts = row.getArray("accounts");
    return new Payment(
        row.getString("out_trade_no"),
        row.getString("merchant"),
        row.getLong("amount"),
        row.getString("currency"),
        PaymentStatus.valueOf(row.getString("status")),
        row.getLong("refunded_amount"),
        row.getString("account"),
        row.getString("transaction_id"),
        instant(row, "paid_at"),
        instant(row, "closed_at"),
        instant(row, "expires_at"),
        row.getString("subject"),
        accounts == null ? null : List.of((String[]) accounts.getArray()),
        row.getString("payer_reference"),
        instant(row, "created_at"));
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
