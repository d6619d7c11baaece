package io.oncepaid.pipeline;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Layer 3 of 4: a payment changes only from the status that it must have. The row count decides.
 *
 * <p>The group's payments are locked in byte order first, so that groups cannot deadlock, and every
 * condition is judged on the locked row: judged on the row to be updated it would see the snapshot
 * of the statement and miss what changed while it waited for the lock. The rows that are not
 * updated stay locked until the commit, which makes the look for why exact.
 */
@ApplicationScoped
class TransitionLayer {
  private static final String TRANSITION =
      """
      WITH n AS (
          SELECT *
            FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[],
                        ?::bigint[], ?::text[], ?::bigint[], ?::timestamptz[], ?::boolean[])
                 WITH ORDINALITY
              AS n (merchant, out_trade_no, kind, account, transaction_id, movement_no,
                    amount, currency, refunded_total, occurred_at, accepts_late_payment, i)
      ), l AS (
          SELECT n.*,
                 p.status AS was,
                 p.status_before_refund AS was_before_refund,
                 p.amount AS agreed,
                 p.currency AS agreed_currency,
                 p.refunded_amount AS refunded,
                 coalesce(p.account = n.account AND p.transaction_id = n.transaction_id, false)
                     AS paid_by_this,
                 -- What a refund adds; a running total counts by its difference to the row locked.
                 coalesce(n.refunded_total - p.refunded_amount, n.amount) AS moves
            FROM payment p
            JOIN n ON p.merchant = n.merchant AND p.out_trade_no = n.out_trade_no
           ORDER BY p.merchant, p.out_trade_no
             FOR UPDATE OF p
      )
      UPDATE payment p
         SET status = CASE
                 WHEN l.kind = 'PAID' THEN 'PAID'
                 WHEN l.kind = 'CLOSED' THEN 'CLOSED'
                 WHEN l.kind = 'REFUNDED' AND l.refunded + l.moves = l.agreed THEN 'REFUNDED'
                 WHEN l.kind IN ('REFUND_FAILED', 'REFUND_ABNORMAL') AND l.was = 'REFUNDED'
                     THEN l.was_before_refund
                 ELSE l.was
             END,
             status_before_refund = CASE
                 WHEN l.kind = 'REFUNDED' AND l.refunded + l.moves = l.agreed THEN l.was
                 WHEN l.kind IN ('REFUND_FAILED', 'REFUND_ABNORMAL') THEN NULL
                 ELSE l.was_before_refund
             END,
             refunded_amount = CASE
                 WHEN l.kind = 'REFUNDED' THEN l.refunded + l.moves
                 WHEN l.kind IN ('REFUND_FAILED', 'REFUND_ABNORMAL') THEN l.refunded - l.moves
                 ELSE l.refunded
             END,
             account = CASE WHEN l.kind = 'PAID' THEN l.account ELSE p.account END,
             transaction_id = CASE
                 WHEN l.kind = 'PAID' THEN l.transaction_id ELSE p.transaction_id
             END,
             paid_at = CASE WHEN l.kind = 'PAID' THEN l.occurred_at ELSE p.paid_at END,
             closed_at = CASE WHEN l.kind = 'CLOSED' THEN l.occurred_at ELSE p.closed_at END
        FROM l
       WHERE p.merchant = l.merchant
         AND p.out_trade_no = l.out_trade_no
         AND CASE
             WHEN l.kind = 'PAID' THEN
                 (l.was = 'PENDING' OR l.was = 'CLOSED' AND l.accepts_late_payment)
                 AND l.amount = l.agreed
                 AND l.currency = l.agreed_currency
             WHEN l.kind = 'CLOSED' THEN
                 l.was = 'PENDING'
                 AND NOT EXISTS (
                     SELECT FROM payment_flow f
                      WHERE f.merchant = l.merchant
                        AND f.out_trade_no = l.out_trade_no
                        AND f.kind = 'PAY')
             WHEN l.kind = 'REFUNDED' THEN
                 l.was IN ('PAID', 'SHIPPED', 'DONE')
                 AND l.paid_by_this
                 AND l.currency = l.agreed_currency
                 AND l.moves > 0
                 AND l.refunded + l.moves <= l.agreed
             WHEN l.kind IN ('REFUND_FAILED', 'REFUND_ABNORMAL') THEN
                 l.was IN ('PAID', 'SHIPPED', 'DONE', 'REFUNDED')
                 AND l.paid_by_this
                 AND l.currency = l.agreed_currency
                 AND EXISTS (
                     SELECT FROM payment_flow f
                      WHERE f.merchant = l.merchant
                        AND f.account = l.account
                        AND f.kind = 'REFUND'
                        AND f.transaction_id = l.transaction_id
                        AND f.out_refund_no = l.movement_no
                        AND f.amount = l.amount)
                 AND NOT EXISTS (
                     SELECT FROM payment_flow f
                      WHERE f.merchant = l.merchant
                        AND f.account = l.account
                        AND f.kind = 'REFUND_FAILED'
                        AND f.transaction_id = l.transaction_id
                        AND f.out_refund_no = l.movement_no)
             -- CHARGEBACK, CHARGEBACK_REVERSED, REVERSED: the status stays, the books move.
             ELSE
                 l.was IN ('PAID', 'SHIPPED', 'DONE', 'REFUNDED')
                 AND l.paid_by_this
                 AND l.currency = l.agreed_currency
             END
      RETURNING l.i, l.was, l.moves, p.status, p.amount, p.currency, p.refunded_amount,
                EXISTS (
                    SELECT FROM payment_case c
                     WHERE c.merchant = p.merchant
                       AND c.out_trade_no = p.out_trade_no
                       AND c.status = 'OPEN')
      """;

  /**
   * A payment that was changed.
   *
   * @param was the status before
   * @param status the status now
   * @param moves minor units that go to the books; 0 for CLOSED
   * @param amount what was agreed, in minor units of currency
   * @param refunded all refunds so far
   * @param hasOpenCases whether cases of this payment may close now
   */
  record Applied(
      Settling settling,
      String was,
      String status,
      long moves,
      long amount,
      String currency,
      long refunded,
      boolean hasOpenCases) {}

  /** Locks the payments of the group, changes those that may change, and returns these. */
  List<Applied> apply(Connection connection, List<Settling> group) throws SQLException {
    List<Applied> applied = new ArrayList<>(group.size());
    if (group.isEmpty()) {
      return applied;
    }
    try (PreparedStatement statement = connection.prepareStatement(TRANSITION)) {
      bind(statement, group);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          applied.add(
              new Applied(
                  group.get(rows.getInt(1) - 1),
                  rows.getString(2),
                  rows.getString(4),
                  rows.getLong(3),
                  rows.getLong(5),
                  rows.getString(6),
                  rows.getLong(7),
                  rows.getBoolean(8)));
        }
      }
    }
    return applied;
  }

  private static void bind(PreparedStatement statement, List<Settling> group) throws SQLException {
    Columns.text(statement, 1, group, Settling::merchant);
    Columns.text(statement, 2, group, Settling::outTradeNo);
    Columns.text(statement, 3, group, s -> s.notice().kind().name());
    Columns.text(statement, 4, group, Settling::account);
    Columns.text(statement, 5, group, s -> s.notice().transactionId());
    Columns.text(statement, 6, group, s -> s.notice().movementNo());
    Columns.numbers(statement, 7, group, s -> s.notice().amount());
    Columns.text(statement, 8, group, s -> s.notice().currency());
    Columns.numbers(statement, 9, group, s -> s.notice().refundedTotal());
    Columns.text(statement, 10, group, s -> s.notice().occurredAt().toString());
    Columns.text(statement, 11, group, s -> s.acceptsLatePayment() ? "t" : "f");
  }
}
