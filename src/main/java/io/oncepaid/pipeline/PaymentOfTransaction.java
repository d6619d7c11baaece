package io.oncepaid.pipeline;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Finds the payment of a notice that names only the gateway's transaction. */
@ApplicationScoped
class PaymentOfTransaction {
  private static final String LOOK =
      """
      SELECT n.i, coalesce(own.out_trade_no, f.out_trade_no, c.out_trade_no)
        FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
             WITH ORDINALITY AS n (merchant, account, transaction_id, kind, movement_no, i)
        -- What was booked before stays with its payment, whatever else its transaction did since.
        LEFT JOIN payment_flow own
          ON own.merchant = n.merchant
         AND own.account = n.account
         AND own.kind = n.kind
         AND own.transaction_id = n.transaction_id
         AND own.out_refund_no = n.movement_no
        LEFT JOIN payment_flow f
          ON f.merchant = n.merchant
         AND f.account = n.account
         AND f.kind = 'PAY'
         AND f.transaction_id = n.transaction_id
         AND f.out_refund_no = ''
        LEFT JOIN LATERAL (
             SELECT c.out_trade_no
               FROM payment_case c
              WHERE c.merchant = n.merchant
                AND c.account = n.account
                AND c.transaction_id = n.transaction_id
                AND c.notice = 'PAID'
                AND c.kind IN ('DOUBLE_PAYMENT', 'LATE_PAYMENT')
              ORDER BY c.amount DESC, c.id
              LIMIT 1) c ON true
       WHERE coalesce(own.out_trade_no, f.out_trade_no, c.out_trade_no) IS NOT NULL
      """;

  /**
   * Returns the notices that can be settled as they are. Those whose payment is found go back to
   * the queue under its number: another notice of that payment may be in this very group.
   */
  List<Settling> name(Connection connection, List<Settling> group, SettlementQueue queue)
      throws SQLException {
    List<Settling> nameless =
        group.stream().filter(settling -> settling.outTradeNo().isEmpty()).toList();
    if (nameless.isEmpty()) {
      return group;
    }
    List<Settling> ready = new ArrayList<>(group);
    try (PreparedStatement statement = connection.prepareStatement(LOOK)) {
      Columns.text(statement, 1, nameless, Settling::merchant);
      Columns.text(statement, 2, nameless, Settling::account);
      Columns.text(statement, 3, nameless, s -> s.notice().transactionId());
      Columns.text(statement, 4, nameless, s -> FlowLayer.kindOf(s.notice().kind()));
      Columns.text(statement, 5, nameless, s -> s.notice().movementNo());
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          Settling settling = nameless.get(rows.getInt(1) - 1);
          ready.remove(settling);
          queue.resubmit(settling, named(settling.submission(), rows.getString(2)));
        }
      }
    }
    return ready;
  }

  private static Submission named(Submission submission, String outTradeNo) {
    return new Submission(
        submission.merchant(),
        submission.account(),
        submission.gateway(),
        submission.source(),
        submission.notice().withOutTradeNo(outTradeNo),
        submission.evidence(),
        submission.receivedAt());
  }
}
