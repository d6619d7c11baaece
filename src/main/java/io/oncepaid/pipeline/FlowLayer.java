package io.oncepaid.pipeline;

import io.oncepaid.gateway.Notice;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Layer 4 of 4: the books cannot hold the same money twice. Two unique constraints decide: a
 * payment is paid once, and a movement of a transaction is booked once.
 */
@ApplicationScoped
class FlowLayer {
  private static final String BOOK =
      """
      INSERT INTO payment_flow
             (merchant, out_trade_no, account, kind, transaction_id, out_refund_no,
              gateway_refund_id, amount, currency, running_total, occurred_at, source)
      SELECT merchant, out_trade_no, account, kind, transaction_id, movement_no,
             gateway_refund_id, amount, currency, running_total, occurred_at, source
        FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
                    ?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::timestamptz[], ?::text[])
             WITH ORDINALITY
          AS n (merchant, out_trade_no, account, kind, transaction_id, movement_no,
                gateway_refund_id, amount, currency, running_total, occurred_at, source, i)
       ORDER BY i
          ON CONFLICT DO NOTHING
      RETURNING merchant, out_trade_no
      """;

  /**
   * A movement of money that goes to the books.
   *
   * @param moves minor units, more than 0
   */
  record Movement(Settling settling, long moves) {
    Notice notice() {
      return settling.notice();
    }
  }

  /** The name that a notice has in the books; CLOSED moves nothing. */
  static String kindOf(Notice.Kind kind) {
    return switch (kind) {
      case PAID, CLOSED -> "PAY";
      case REFUNDED -> "REFUND";
      case REFUND_FAILED, REFUND_ABNORMAL -> "REFUND_FAILED";
      case CHARGEBACK -> "CHARGEBACK";
      case CHARGEBACK_REVERSED -> "CHARGEBACK_REVERSED";
      case REVERSED -> "REVERSED";
    };
  }

  /** Books the movements and returns how many were new; all of them, or a layer above failed. */
  int book(Connection connection, List<Movement> movements) throws SQLException {
    if (movements.isEmpty()) {
      return 0;
    }
    Set<String> booked = new HashSet<>();
    try (PreparedStatement statement = connection.prepareStatement(BOOK)) {
      bind(statement, movements);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          booked.add(rows.getString(1) + "\n" + rows.getString(2));
        }
      }
    }
    return booked.size();
  }

  private static void bind(PreparedStatement statement, List<Movement> movements)
      throws SQLException {
    Columns.text(statement, 1, movements, m -> m.settling().merchant());
    Columns.text(statement, 2, movements, m -> m.notice().outTradeNo());
    Columns.text(statement, 3, movements, m -> m.settling().account());
    Columns.text(statement, 4, movements, m -> kindOf(m.notice().kind()));
    Columns.text(statement, 5, movements, m -> m.notice().transactionId());
    Columns.text(statement, 6, movements, m -> m.notice().movementNo());
    Columns.text(statement, 7, movements, m -> m.notice().gatewayRefundId());
    Columns.numbers(statement, 8, movements, Movement::moves);
    Columns.text(statement, 9, movements, m -> m.notice().currency());
    Columns.numbers(statement, 10, movements, m -> m.notice().refundedTotal());
    Columns.text(statement, 11, movements, m -> m.notice().occurredAt().toString());
    Columns.text(statement, 12, movements, m -> m.settling().submission().source().name());
  }
}
