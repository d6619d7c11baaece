package io.oncepaid.payment;

import io.oncepaid.outbox.Event;
import io.oncepaid.outbox.Outbox;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Moves a payment on when its merchant asks for it. One conditional update decides each race; what
 * it did not change is looked at afterwards, on the locked row.
 */
@ApplicationScoped
public class Transitions {
  private static final String IS_BOOKED =
      """
      EXISTS (SELECT FROM payment_flow f
               WHERE f.merchant = p.merchant
                 AND f.out_trade_no = p.out_trade_no
                 AND f.kind = 'PAY')""";

  // Money that is booked for a PENDING payment (somebody moved the status by hand) must not vanish
  // behind CLOSED.
  private static final String MOVE =
      """
      WITH p AS (
        UPDATE payment p
           SET status = ?, closed_at = CASE ? WHEN 'CLOSED' THEN now() ELSE closed_at END
         WHERE merchant = ?
           AND out_trade_no = ?
           AND status = ?
           AND NOT (status = 'PENDING' AND %s)
        RETURNING *),
      h AS (
        INSERT INTO payment_history (merchant, out_trade_no, what, from_status, to_status, source)
        SELECT merchant, out_trade_no, status, ?, status, ? FROM p)
      SELECT %s FROM p
      """
          .formatted(IS_BOOKED, Payment.COLUMNS);

  private static final String LOOK =
      "SELECT "
          + Payment.COLUMNS
          + " FROM payment WHERE merchant = ? AND out_trade_no = ? FOR UPDATE";

  private final Outbox outbox;
  private final Clock clock;

  Transitions(Outbox outbox, Clock clock) {
    this.outbox = outbox;
    this.clock = clock;
  }

  /** What became of the wish. */
  public enum Result {
    MOVED,
    ALREADY_THERE,
    /** The payment's status does not lead there. */
    FORBIDDEN,
    /** PENDING, but its money is in the books. */
    BOOKED,
    UNKNOWN
  }

  /**
   * Result and payment after it.
   *
   * @param payment null when UNKNOWN
   */
  public record Answer(Result result, Payment payment) {}

  /**
   * Does what the merchant asks for, if the payment's status allows it.
   *
   * @param connection inside the caller's transaction
   * @param source OPERATOR, or null for the merchant itself
   */
  public Answer move(
      Connection connection,
      String merchant,
      String outTradeNo,
      MerchantAction action,
      String source)
      throws SQLException {
    Optional<Payment> moved = update(connection, merchant, outTradeNo, action, source);
    if (moved.isPresent()) {
      return new Answer(Result.MOVED, moved.get());
    }
    Optional<Payment> found = look(connection, merchant, outTradeNo);
    if (found.isEmpty()) {
      return new Answer(Result.UNKNOWN, null);
    }
    Payment payment = found.get();
    if (payment.status() == action.to()) {
      return new Answer(Result.ALREADY_THERE, payment);
    }
    if (payment.status() != action.from()) {
      return new Answer(Result.FORBIDDEN, payment);
    }
    // It came to that status between the two statements, unless its money is booked; now it is
    // locked, so the second update is decisive.
    return update(connection, merchant, outTradeNo, action, source)
        .map(late -> new Answer(Result.MOVED, late))
        .orElse(new Answer(Result.BOOKED, payment));
  }

  private Optional<Payment> update(
      Connection connection,
      String merchant,
      String outTradeNo,
      MerchantAction action,
      String source)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(MOVE)) {
      statement.setString(1, action.to().name());
      statement.setString(2, action.to().name());
      statement.setString(3, merchant);
      statement.setString(4, outTradeNo);
      statement.setString(5, action.from().name());
      statement.setString(6, action.from().name());
      statement.setString(7, source);
      Optional<Payment> moved = Payment.first(statement);
      if (moved.isPresent()) {
        outbox.append(connection, List.of(event(moved.get())));
      }
      return moved;
    }
  }

  private Event.About event(Payment payment) {
    return new Event.About(
        "payment." + payment.status().name().toLowerCase(Locale.ROOT),
        payment.merchant(),
        payment.outTradeNo(),
        payment.status().name(),
        payment.amount(),
        payment.currency(),
        0L,
        payment.refundedAmount(),
        payment.account(),
        payment.transactionId(),
        "",
        clock.instant(),
        null);
  }

  private static Optional<Payment> look(Connection connection, String merchant, String outTradeNo)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOOK)) {
      statement.setString(1, merchant);
      statement.setString(2, outTradeNo);
      return Payment.first(statement);
    }
  }
}
