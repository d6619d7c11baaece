package io.oncepaid.pipeline;

import io.oncepaid.pipeline.Facts.Booked;
import io.oncepaid.pipeline.Facts.InCase;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The one look at what stands here, used when layer 2, 3 or 4 says no. A statement of its own, so
 * that it sees what was committed while a layer waited for its lock.
 */
@ApplicationScoped
class LookForWhy {
  private static final String LOOK =
      """
      SELECT n.i,
             p.status, p.amount, p.currency, p.refunded_amount, p.account, p.transaction_id,
             own.out_trade_no, own.account, own.transaction_id, own.amount, own.currency,
             own.running_total,
             pay.out_trade_no, pay.account, pay.transaction_id, pay.amount, pay.currency,
             pay.running_total,
             refund.out_trade_no, refund.account, refund.transaction_id, refund.amount,
             refund.currency, refund.running_total,
             c.id, c.amount, c.currency, c.refunded
        FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
             WITH ORDINALITY
          AS n (merchant, out_trade_no, account, kind, transaction_id, movement_no, i)
        LEFT JOIN payment p
          ON p.merchant = n.merchant AND p.out_trade_no = n.out_trade_no
        LEFT JOIN payment_flow own
          ON own.merchant = n.merchant
         AND own.account = n.account
         AND own.kind = n.kind
         AND own.transaction_id = n.transaction_id
         AND own.out_refund_no = n.movement_no
        LEFT JOIN payment_flow pay
          ON pay.merchant = n.merchant
         AND pay.out_trade_no = n.out_trade_no
         AND pay.kind = 'PAY'
        LEFT JOIN payment_flow refund
          ON refund.merchant = n.merchant
         AND refund.account = n.account
         AND refund.kind = 'REFUND'
         AND refund.transaction_id = n.transaction_id
         AND refund.out_refund_no = n.movement_no
        LEFT JOIN LATERAL (
             -- Of several the one with the largest amount: it can take the refund best.
             SELECT c.id, c.amount, c.currency,
                    (SELECT coalesce(sum(CASE f.kind WHEN 'REFUND' THEN f.amount ELSE -f.amount END), 0)
                       FROM payment_flow f
                      WHERE f.merchant = n.merchant
                        AND f.account = n.account
                        AND f.kind IN ('REFUND', 'REFUND_FAILED')
                        AND f.transaction_id = n.transaction_id) AS refunded
               FROM payment_case c
              WHERE c.merchant = n.merchant
                AND c.account = n.account
                AND c.transaction_id = n.transaction_id
                AND c.out_trade_no = n.out_trade_no
                AND c.notice = 'PAID'
                AND c.kind IN ('DOUBLE_PAYMENT', 'LATE_PAYMENT')
                AND c.resolution IS DISTINCT FROM 'ACCEPTED'
                AND c.resolution IS DISTINCT FROM 'SETTLED'
              ORDER BY c.amount DESC, c.id
              LIMIT 1) c ON true
      """;

  /** What was found for each of the notices. */
  Map<Settling, Facts> look(Connection connection, List<Settling> unsettled) throws SQLException {
    Map<Settling, Facts> found = new HashMap<>();
    if (unsettled.isEmpty()) {
      return found;
    }
    try (PreparedStatement statement = connection.prepareStatement(LOOK)) {
      Columns.text(statement, 1, unsettled, Settling::merchant);
      Columns.text(statement, 2, unsettled, Settling::outTradeNo);
      Columns.text(statement, 3, unsettled, Settling::account);
      Columns.text(statement, 4, unsettled, s -> FlowLayer.kindOf(s.notice().kind()));
      Columns.text(statement, 5, unsettled, s -> s.notice().transactionId());
      Columns.text(statement, 6, unsettled, s -> s.notice().movementNo());
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          found.put(
              unsettled.get(row.getInt(1) - 1),
              new Facts(
                  payment(row), booked(row, 8), booked(row, 14), booked(row, 20), inCase(row)));
        }
      }
    }
    return found;
  }

  private static Facts.Payment payment(ResultSet row) throws SQLException {
    String status = row.getString(2);
    return status == null
        ? null
        : new Facts.Payment(
            PaymentStatus.valueOf(status),
            row.getLong(3),
            row.getString(4),
            row.getLong(5),
            row.getString(6),
            row.getString(7));
  }

  private static Booked booked(ResultSet row, int at) throws SQLException {
    String outTradeNo = row.getString(at);
    return outTradeNo == null
        ? null
        : new Booked(
            outTradeNo,
            row.getString(at + 1),
            row.getString(at + 2),
            row.getLong(at + 3),
            row.getString(at + 4),
            row.getLong(at + 5));
  }

  private static InCase inCase(ResultSet row) throws SQLException {
    long id = row.getLong(26);
    return row.wasNull()
        ? null
        : new InCase(id, row.getLong(27), row.getString(28), row.getLong(29));
  }
}
