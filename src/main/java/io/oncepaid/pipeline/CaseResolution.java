package io.oncepaid.pipeline;

import io.oncepaid.database.Transactions;
import io.oncepaid.gateway.Notice;
import io.oncepaid.outbox.Outbox;
import io.oncepaid.pipeline.CallbackPipeline.BooksRefused;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.List;

/**
 * An operator's word on a case, and its effect. The payment is locked before the case, and the
 * conditional update of the case comes last: when it changes no row, nothing has happened.
 */
@ApplicationScoped
public class CaseResolution {
  private static final String READ =
      """
      SELECT c.merchant, c.id, c.kind, c.status, c.resolution, c.account, c.raw_headers, c.raw_body,
             %s
        FROM payment_case c
       WHERE c.id = ? AND (?::text IS NULL OR c.merchant = ?)
      """
          .formatted(NoticeOfCase.COLUMNS);

  private static final String LOCK_PAYMENT =
      "SELECT FROM payment WHERE merchant = ? AND out_trade_no = ? FOR UPDATE";

  private static final String PERMIT_LATE_PAYMENT =
      "SELECT set_config('oncepaid.accepts_late_payment', ?, true)";

  private static final String RESOLVE =
      """
      UPDATE payment_case c
         SET status = 'CLOSED', resolution = ?, note = ?, closed_at = now(), closed_by = ?
       WHERE c.merchant = ?
         AND c.id = ?
         AND c.status = 'OPEN'
         AND (c.kind <> 'LATE_PAYMENT' OR ? <> 'ACCEPTED' OR NOT EXISTS (
             SELECT FROM payment_flow f
              WHERE f.merchant = c.merchant
                AND f.account = c.account
                AND f.kind = 'REFUND'
                AND f.transaction_id = c.transaction_id))
      """;

  private final Transactions transactions;
  private final CallbackPipeline pipeline;
  private final Accounts accounts;
  private final Outbox outbox;
  private final CaseSweep sweep;
  private final Clock clock;

  CaseResolution(
      Transactions transactions,
      CallbackPipeline pipeline,
      Accounts accounts,
      Outbox outbox,
      CaseSweep sweep,
      Clock clock) {
    this.transactions = transactions;
    this.pipeline = pipeline;
    this.accounts = accounts;
    this.outbox = outbox;
    this.sweep = sweep;
    this.clock = clock;
  }

  /** What an operator can decide. */
  public enum Resolution {
    /** The money was or will be sent back. */
    REFUNDED,
    /** A late payment counts; for a case that only tells something, it was seen. */
    ACCEPTED,
    WRITTEN_OFF,
    DUPLICATE_OF
  }

  /** How a resolution ended. */
  public enum Ending {
    RESOLVED,
    /** It was resolved in the same way before. */
    ALREADY,
    NOT_FOUND,
    /** Closed otherwise, of a kind that this does not fit, or overtaken by a refund. */
    REFUSED
  }

  /** Undoes the transaction: the case was not open any more, or its effect was not possible. */
  private static final class Overtaken extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Overtaken() {
      super("overtaken", null, false, false);
    }
  }

  private record Case(
      String merchant,
      long id,
      CaseKind kind,
      boolean open,
      String resolution,
      String outTradeNo,
      String account,
      Notice notice,
      String transactionId,
      Evidence evidence) {}

  /**
   * Resolves a case.
   *
   * @param merchant whose case it must be, or null for any
   * @param by who decides, as it is written into the case
   * @throws SQLException when the database does not answer; nothing has happened then
   */
  public Ending resolve(String merchant, long id, Resolution resolution, String note, String by)
      throws SQLException {
    Case found = transactions.read(connection -> read(connection, merchant, id));
    if (found == null) {
      return Ending.NOT_FOUND;
    }
    if (!found.open()) {
      return resolution.name().equals(found.resolution()) ? Ending.ALREADY : Ending.REFUSED;
    }
    if (resolution == Resolution.ACCEPTED && !canBeAccepted(found.kind())) {
      return Ending.REFUSED;
    }
    try {
      transactions.write(connection -> apply(connection, found, resolution, note, by));
    } catch (Overtaken | BooksRefused overtaken) {
      return Ending.REFUSED;
    }
    sweep.payment(found.merchant(), found.outTradeNo());
    return Ending.RESOLVED;
  }

  // Money that does not fit cannot be wished into the books; only a late payment has a way there.
  private static boolean canBeAccepted(CaseKind kind) {
    return switch (kind) {
      case LATE_PAYMENT,
          STATE_DRIFT,
          CLOSED_AFTER_PAID,
          REFUND_FAILED,
          REFUND_ABNORMAL,
          CHARGEBACK,
          CHARGEBACK_REVERSED,
          REVERSED ->
          true;
      case UNREADABLE,
          UNKNOWN_PAYMENT,
          MISMATCH,
          DOUBLE_PAYMENT,
          CONFLICT,
          TRANSACTION_REUSED,
          OVER_REFUND ->
          false;
    };
  }

  private Void apply(
      Connection connection, Case found, Resolution resolution, String note, String by)
      throws SQLException {
    if (resolution == Resolution.ACCEPTED && found.kind() == CaseKind.LATE_PAYMENT) {
      acceptLatePayment(connection, found);
    } else {
      lockPayment(connection, found);
    }
    try (PreparedStatement statement = connection.prepareStatement(RESOLVE)) {
      statement.setString(1, resolution.name());
      statement.setString(2, note);
      statement.setString(3, by);
      statement.setString(4, found.merchant());
      statement.setLong(5, found.id());
      statement.setString(6, resolution.name());
      if (statement.executeUpdate() == 0) {
        throw new Overtaken();
      }
    }
    outbox.append(
        connection,
        List.of(
            Cases.closed(
                found.merchant(),
                found.outTradeNo(),
                found.account(),
                found.transactionId(),
                found.id())));
    return null;
  }

  private static void lockPayment(Connection connection, Case found) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOCK_PAYMENT)) {
      statement.setString(1, found.merchant());
      statement.setString(2, found.outTradeNo());
      statement.executeQuery().close();
    }
  }

  // The same layers 2 to 4, with the operator's permission for this payment and this transaction.
  private void acceptLatePayment(Connection connection, Case found) throws SQLException {
    Account account = accounts.find(found.account()).orElseThrow(Overtaken::new);
    try (PreparedStatement statement = connection.prepareStatement(PERMIT_LATE_PAYMENT)) {
      statement.setString(1, found.outTradeNo());
      statement.executeQuery().close();
    }
    Submission submission =
        new Submission(
            found.merchant(),
            found.account(),
            account.kind(),
            Source.OPERATOR,
            found.notice(),
            found.evidence(),
            clock.instant());
    Settling settling = new Settling(submission, true, Long.MAX_VALUE);
    Settled settled = pipeline.settle(connection, List.of(settling), true);
    if (settled.outcomes().get(settling).verdict() != Verdict.APPLIED) {
      throw new Overtaken();
    }
  }

  private static Case read(Connection connection, String merchant, long id) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(READ)) {
      statement.setLong(1, id);
      statement.setString(2, merchant);
      statement.setString(3, merchant);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? found(row) : null;
      }
    }
  }

  private static Case found(ResultSet row) throws SQLException {
    return new Case(
        row.getString("merchant"),
        row.getLong("id"),
        CaseKind.valueOf(row.getString("kind")),
        "OPEN".equals(row.getString("status")),
        row.getString("resolution"),
        row.getString("out_trade_no"),
        row.getString("account"),
        NoticeOfCase.read(row),
        row.getString("transaction_id"),
        new Evidence(row.getString("raw_headers"), row.getBytes("raw_body")));
  }
}
