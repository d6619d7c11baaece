package io.oncepaid.pipeline;

import io.oncepaid.outbox.Event;
import io.oncepaid.outbox.Outbox;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Tells the business of notices that still have no payment after ten minutes. */
@ApplicationScoped
class CaseAnnouncement {
  private static final String ANNOUNCE =
      """
      UPDATE payment_case
         SET announced_at = now()
       WHERE status = 'OPEN'
         AND kind = 'UNKNOWN_PAYMENT'
         AND announced_at IS NULL
         AND opened_at < now() - interval '10 minutes'
      RETURNING merchant, out_trade_no, amount, currency, account, transaction_id, out_refund_no,
                occurred_at, id
      """;

  private final Outbox outbox;

  CaseAnnouncement(Outbox outbox) {
    this.outbox = outbox;
  }

  /** Tells of those that are due; the result is nothing. */
  Void announce(Connection connection) throws SQLException {
    List<Event.About> events = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(ANNOUNCE);
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        events.add(
            new Event.About(
                "case.opened",
                row.getString(1),
                row.getString(2),
                CaseKind.UNKNOWN_PAYMENT.name(),
                row.getLong(3),
                row.getString(4),
                null,
                null,
                row.getString(5),
                row.getString(6),
                row.getString(7),
                row.getTimestamp(8).toInstant(),
                row.getLong(9)));
      }
    }
    outbox.append(connection, events);
    return null;
  }
}
