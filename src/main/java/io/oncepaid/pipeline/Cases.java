package io.oncepaid.pipeline;

import io.oncepaid.gateway.Notice;
import io.oncepaid.outbox.Event;
import io.oncepaid.outbox.Outbox;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Opens cases, and closes those whose notice was settled after all. */
@ApplicationScoped
class Cases {
  // Once per (merchant, key, fingerprint). An unknown payment takes the better kind when a later
  // delivery knows it; any other case stays as it was opened.
  private static final String OPEN =
      """
      INSERT INTO payment_case AS c
             (merchant, kind, key, fingerprint, out_trade_no, account, notice, transaction_id,
              out_refund_no, gateway_refund_id, amount, currency, running_total, occurred_at,
              source, expected, raw_headers, raw_body, announced_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?::timestamptz, ?, ?, ?, ?,
              CASE WHEN ? THEN now() END)
          ON CONFLICT (merchant, key, fingerprint) DO UPDATE
         SET kind = excluded.kind,
             expected = excluded.expected,
             announced_at = now()
       WHERE c.kind = 'UNKNOWN_PAYMENT'
         AND c.status = 'OPEN'
         AND excluded.kind <> 'UNKNOWN_PAYMENT'
      RETURNING id
      """;

  private static final String OPENED_AT =
      """
      SELECT opened_at FROM payment_case WHERE merchant = ? AND key = ? AND fingerprint = ?
      """;

  // A success that changed nothing ends only what was said of the notice while it could not be
  // settled: that the books and the status disagree, say, stays for a person to see.
  private static final String CLOSE_SETTLED =
      """
      UPDATE payment_case c
         SET status = 'CLOSED', resolution = 'SETTLED', closed_at = now(), closed_by = 'oncepaid'
        FROM unnest(?::text[], ?::text[], ?::text[], ?::boolean[])
          AS n (merchant, key, fingerprint, applied)
       WHERE c.merchant = n.merchant
         AND c.key = n.key
         AND c.fingerprint = n.fingerprint
         AND c.status = 'OPEN'
         AND (n.applied OR c.kind IN ('UNKNOWN_PAYMENT', 'OVER_REFUND'))
      RETURNING c.merchant, c.out_trade_no, c.account, c.transaction_id, c.id,
                c.announced_at IS NOT NULL
      """;

  private static final String CLOSE_SWEPT =
      """
      UPDATE payment_case c
         SET status = 'CLOSED', resolution = n.resolution, closed_at = now(), closed_by = 'oncepaid'
        FROM unnest(?::text[], ?::bigint[], ?::text[]) AS n (merchant, id, resolution)
       WHERE c.merchant = n.merchant
         AND c.id = n.id
         AND c.status = 'OPEN'
         AND c.kind = 'UNKNOWN_PAYMENT'
      RETURNING c.merchant, c.out_trade_no, c.account, c.transaction_id, c.id,
                c.announced_at IS NOT NULL
      """;

  private static final String CLOSE_REFUNDED =
      """
      UPDATE payment_case c
         SET status = 'CLOSED', resolution = 'REFUNDED', closed_at = now(), closed_by = 'oncepaid'
       WHERE c.merchant = ?
         AND c.id = ?
         AND c.status = 'OPEN'
         AND c.amount = (
             SELECT sum(CASE f.kind WHEN 'REFUND' THEN f.amount ELSE -f.amount END)
               FROM payment_flow f
              WHERE f.merchant = c.merchant
                AND f.account = c.account
                AND f.kind IN ('REFUND', 'REFUND_FAILED')
                AND f.transaction_id = c.transaction_id)
      """;

  private final Outbox outbox;

  Cases(Outbox outbox) {
    this.outbox = outbox;
  }

  /** A case that was opened now, for the metric and the log. */
  record Opened(String merchant, long id, CaseKind kind, String outTradeNo, String account) {}

  /**
   * What a case is opened with: the notice, or what is known of a message that could not be mapped.
   *
   * @param notice null when the message could not be mapped
   * @param expected our side as a JSON object
   */
  record Opening(
      CaseKind kind,
      String merchant,
      String account,
      NoticeKey key,
      String outTradeNo,
      Notice notice,
      Source source,
      Evidence evidence,
      String expected) {

    static Opening of(CaseKind kind, Settling settling, String expected) {
      Submission submission = settling.submission();
      return new Opening(
          kind,
          submission.merchant(),
          submission.account(),
          settling.key(),
          settling.outTradeNo(),
          submission.notice(),
          submission.source(),
          submission.evidence(),
          expected);
    }
  }

  /**
   * Opens a case; null when it was open or closed already. Tells the business in the same commit.
   */
  Opened open(Connection connection, Opening opening) throws SQLException {
    long id;
    try (PreparedStatement statement = connection.prepareStatement(OPEN)) {
      bind(statement, opening);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return null;
        }
        id = row.getLong(1);
      }
    }
    // An unknown payment may be registered in a moment: the sweep tells of it after ten minutes.
    if (opening.kind() != CaseKind.UNKNOWN_PAYMENT) {
      outbox.append(connection, List.of(opened(opening, id)));
    }
    return new Opened(
        opening.merchant(), id, opening.kind(), opening.outTradeNo(), opening.account());
  }

  /** Since when the notice's case is open. */
  Instant openedAt(Connection connection, Settling settling) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(OPENED_AT)) {
      statement.setString(1, settling.merchant());
      statement.setString(2, settling.key().key());
      statement.setString(3, settling.key().fingerprint());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getTimestamp(1).toInstant() : null;
      }
    }
  }

  /**
   * Closes the cases of notices that are settled now.
   *
   * @param applied had their effect
   * @param unchanged were a success without one
   */
  void closeSettled(Connection connection, List<Settling> applied, List<Settling> unchanged)
      throws SQLException {
    if (applied.isEmpty() && unchanged.isEmpty()) {
      return;
    }
    List<Settling> settled = new ArrayList<>(applied);
    settled.addAll(unchanged);
    try (PreparedStatement statement = connection.prepareStatement(CLOSE_SETTLED)) {
      Columns.text(statement, 1, settled, Settling::merchant);
      Columns.text(statement, 2, settled, s -> s.key().key());
      Columns.text(statement, 3, settled, s -> s.key().fingerprint());
      Columns.text(statement, 4, settled, s -> applied.contains(s) ? "t" : "f");
      closeAndTell(connection, statement);
    }
  }

  /**
   * A case that the sweep submitted and that has its answer now.
   *
   * @param resolution SETTLED, or DUPLICATE_OF for one that is kept under its payment's number
   */
  record Swept(String merchant, long id, String resolution) {}

  /** Closes the cases of unknown payments that are not unknown any more. */
  void closeSwept(Connection connection, List<Swept> swept) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(CLOSE_SWEPT)) {
      Columns.text(statement, 1, swept, Swept::merchant);
      Columns.numbers(statement, 2, swept, Swept::id);
      Columns.text(statement, 3, swept, Swept::resolution);
      closeAndTell(connection, statement);
    }
  }

  // Whoever was told that a case was opened is told that it was closed.
  private void closeAndTell(Connection connection, PreparedStatement closing) throws SQLException {
    List<Event.About> events = new ArrayList<>();
    try (ResultSet row = closing.executeQuery()) {
      while (row.next()) {
        if (row.getBoolean(6)) {
          events.add(
              closed(
                  row.getString(1),
                  row.getString(2),
                  row.getString(3),
                  row.getString(4),
                  row.getLong(5)));
        }
      }
    }
    outbox.append(connection, events);
  }

  /** Closes the case of a transaction when all of its money went back. */
  void closeRefunded(Connection connection, Settling refund, long caseId) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(CLOSE_REFUNDED)) {
      statement.setString(1, refund.merchant());
      statement.setLong(2, caseId);
      if (statement.executeUpdate() == 1) {
        Event.About event =
            closed(
                refund.merchant(),
                refund.outTradeNo(),
                refund.account(),
                refund.notice().transactionId(),
                caseId);
        outbox.append(connection, List.of(event));
      }
    }
  }

  private static void bind(PreparedStatement statement, Opening opening) throws SQLException {
    Notice notice = opening.notice();
    statement.setString(1, opening.merchant());
    statement.setString(2, opening.kind().name());
    statement.setString(3, opening.key().key());
    statement.setString(4, opening.key().fingerprint());
    statement.setString(5, opening.outTradeNo());
    statement.setString(6, opening.account());
    statement.setString(7, notice == null ? null : notice.kind().name());
    statement.setString(8, notice == null ? "" : notice.transactionId());
    statement.setString(9, notice == null ? "" : notice.outRefundNo());
    statement.setString(10, notice == null ? "" : notice.gatewayRefundId());
    statement.setObject(11, notice == null ? null : notice.amount(), Types.BIGINT);
    statement.setString(12, notice == null ? null : notice.currency());
    statement.setObject(13, notice == null ? null : notice.refundedTotal(), Types.BIGINT);
    statement.setString(14, notice == null ? null : notice.occurredAt().toString());
    statement.setString(15, opening.source().name());
    statement.setString(16, opening.expected());
    statement.setString(17, opening.evidence().headers());
    statement.setBytes(18, opening.evidence().body());
    statement.setBoolean(19, opening.kind() != CaseKind.UNKNOWN_PAYMENT);
  }

  private static Event.About opened(Opening opening, long id) {
    Notice notice = opening.notice();
    return new Event.About(
        "case.opened",
        opening.merchant(),
        opening.outTradeNo(),
        opening.kind().name(),
        notice == null ? null : notice.amount(),
        notice == null ? null : notice.currency(),
        null,
        null,
        opening.account(),
        notice == null ? null : notice.transactionId(),
        notice == null ? null : notice.outRefundNo(),
        notice == null ? null : notice.occurredAt(),
        id);
  }

  static Event.About closed(
      String merchant, String outTradeNo, String account, String transactionId, long id) {
    return new Event.About(
        "case.closed",
        merchant,
        outTradeNo,
        null,
        null,
        null,
        null,
        null,
        account,
        transactionId,
        null,
        null,
        id);
  }
}
