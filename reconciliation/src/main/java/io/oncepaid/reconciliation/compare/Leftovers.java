package io.oncepaid.reconciliation.compare;

import java.sql.SQLException;

/** What the first pass left over: other days, other numbers, running totals, cases. */
final class Leftovers {
  /** Rows of the bill whose flow row lies outside the day that was joined. */
  private static final String OTHER_DAYS =
      """
      UPDATE odd o
      SET flow_id = f.id, our_out_trade_no = f.out_trade_no, our_refund_no = f.out_refund_no,
          our_gateway_refund_id = f.gateway_refund_id, our_amount = f.amount,
          our_currency = f.currency, our_total = f.running_total, our_at = f.occurred_at
      FROM payment_flow f
      WHERE o.flow_id IS NULL AND o.outcome IS NULL AND o.transaction_id <> ''
          AND f.merchant = :merchant AND f.account = :account AND f.kind = o.movement
          AND f.transaction_id = o.transaction_id AND f.out_refund_no = o.movement_no
          AND f.booked_at <= :as_of
      """;

  /** Refunds that the books know by another number: by the gateway's id of the refund. */
  private static final String OTHER_NUMBERS =
      """
      WITH candidate AS (
          SELECT DISTINCT ON (f.id) o.line, f.*
          FROM odd o JOIN payment_flow f
              ON f.merchant = :merchant AND f.account = :account AND f.kind = o.movement
              AND f.transaction_id = o.transaction_id AND f.booked_at <= :as_of
              AND (f.gateway_refund_id = o.gateway_refund_id
                  OR f.out_refund_no = 'gw:' || o.gateway_refund_id)
          WHERE o.flow_id IS NULL AND o.outcome IS NULL AND o.movement <> 'PAY'
              AND o.gateway_refund_id <> '' AND o.transaction_id <> '' AND NOT o.carried
              AND (f.occurred_at < :day_from OR f.occurred_at >= :day_to OR EXISTS (
                  SELECT FROM odd u WHERE u.flow_id = f.id AND u.line IS NULL))
          ORDER BY f.id, o.line),
      one AS (SELECT DISTINCT ON (line) * FROM candidate ORDER BY line, id)
      UPDATE odd o
      SET flow_id = f.id, our_out_trade_no = f.out_trade_no, our_refund_no = f.out_refund_no,
          our_gateway_refund_id = f.gateway_refund_id, our_amount = f.amount,
          our_currency = f.currency, our_total = f.running_total, our_at = f.occurred_at
      FROM one f WHERE o.line = f.line AND o.flow_id IS NULL AND NOT o.carried
      """;

  /** Ledgers name a refund without its payment; the flow rows of the day are left over. */
  private static final String WITHOUT_TRANSACTION =
      """
      WITH one AS (
          SELECT DISTINCT ON (o.line) o.line, u.flow_id
          FROM odd o JOIN odd u ON u.line IS NULL AND u.movement = o.movement
              AND (u.our_refund_no = o.movement_no
                  OR u.our_gateway_refund_id <> '' AND u.our_gateway_refund_id = o.gateway_refund_id)
          WHERE o.flow_id IS NULL AND o.outcome IS NULL AND o.transaction_id = ''
          ORDER BY o.line, u.flow_id)
      UPDATE odd o
      SET flow_id = f.id, transaction_id = f.transaction_id, our_out_trade_no = f.out_trade_no,
          our_refund_no = f.out_refund_no, our_gateway_refund_id = f.gateway_refund_id,
          our_amount = f.amount, our_currency = f.currency, our_at = f.occurred_at
      FROM one JOIN payment_flow f ON f.merchant = :merchant AND f.id = one.flow_id
      WHERE o.line = one.line AND o.flow_id IS NULL
      """;

  /** A flow row that found its row of the bill no longer stands alone. */
  private static final String ALONE_NO_MORE =
      """
      DELETE FROM odd u USING odd o
      WHERE u.line IS NULL AND u.flow_id = o.flow_id AND o.line IS NOT NULL
      """;

  /**
   * Where a gateway told running totals, the refunds of one payment are compared as a sum: the
   * bill's first refunds that add up to ours are matched, the later ones are missing here; where no
   * such point exists, the sums differ.
   */
  private static final String RUNNING_TOTALS =
      """
      WITH ours AS (
          SELECT transaction_id, our_currency, sum(our_amount) AS amount
          FROM odd WHERE line IS NULL AND outcome IS NULL AND movement = 'REFUND'
          GROUP BY 1, 2 HAVING bool_or(our_total IS NOT NULL)),
      theirs AS (
          SELECT o.line, o.transaction_id, o.bill_currency, sum(bill_amount) OVER (
              PARTITION BY o.transaction_id, o.bill_currency ORDER BY bill_at, line) AS so_far
          FROM odd o JOIN ours USING (transaction_id)
          WHERE o.flow_id IS NULL AND o.outcome IS NULL AND o.movement = 'REFUND'
              AND o.line IS NOT NULL AND NOT o.carried),
      meeting AS (
          SELECT u.transaction_id, u.our_currency, u.amount,
              bool_or(t.so_far = u.amount) AS meets
          FROM ours u JOIN theirs t
              ON t.transaction_id = u.transaction_id AND t.bill_currency = u.our_currency
          GROUP BY 1, 2, 3),
      bill AS (
          UPDATE odd o SET
              outcome = CASE WHEN m.meets THEN 'MATCHED' ELSE 'DIFFERENCE' END, type = 'AMOUNT',
              our_amount = CASE WHEN m.meets THEN NULL ELSE m.amount END,
              our_currency = m.our_currency
          FROM theirs t JOIN meeting m
              ON m.transaction_id = t.transaction_id AND m.our_currency = t.bill_currency
          WHERE o.line = t.line AND o.flow_id IS NULL AND (NOT m.meets OR t.so_far <= m.amount))
      UPDATE odd o SET outcome = CASE WHEN m.meets THEN 'MATCHED' ELSE 'GROUPED' END
      FROM meeting m
      WHERE o.line IS NULL AND o.outcome IS NULL AND o.movement = 'REFUND'
          AND o.transaction_id = m.transaction_id AND o.our_currency = m.our_currency
      """;

  /** Both sides are there: the same, or in what they differ. */
  private static final String PAIRS =
      """
      UPDATE odd o SET
          our_status = coalesce(back.kind, CASE WHEN o.flow_id IN (SELECT flow_id FROM drift)
              THEN (SELECT p.status FROM payment p
                  WHERE p.merchant = :merchant AND p.out_trade_no = o.our_out_trade_no)
              ELSE 'BOOKED' END),
          (outcome, type) = (SELECT CASE WHEN what = '' THEN 'MATCHED' ELSE 'DIFFERENCE' END, what
              FROM (SELECT CASE
                  WHEN o.bill_currency <> o.our_currency THEN 'CURRENCY'
                  WHEN o.bill_amount <> o.our_amount THEN 'AMOUNT'
                  WHEN o.out_trade_no NOT IN ('', o.our_out_trade_no) THEN 'REFERENCE'
                  WHEN o.bill_status IN ('FAILED', 'REVOKED') AND back.kind IS NOT NULL THEN ''
                  WHEN o.bill_status IN ('FAILED', 'REVOKED') THEN 'STATUS'
                  WHEN o.flow_id IN (SELECT flow_id FROM drift) THEN 'STATUS'
                  ELSE '' END AS what) judged)
      FROM odd self LEFT JOIN LATERAL (
          SELECT f.kind FROM payment_flow f
          WHERE f.merchant = :merchant AND f.account = :account
              AND f.transaction_id = self.transaction_id AND f.booked_at <= :as_of
              AND (self.movement = 'PAY' AND f.kind = 'REVERSED'
                  OR self.movement = 'REFUND' AND f.kind = 'REFUND_FAILED'
                      AND (f.out_refund_no = self.our_refund_no
                          OR f.gateway_refund_id = self.our_gateway_refund_id
                              AND f.gateway_refund_id <> ''))
          LIMIT 1) back ON true
      WHERE self.ctid = o.ctid AND o.line IS NOT NULL AND o.flow_id IS NOT NULL
          AND o.outcome IS NULL
      """;

  /** Of another day's books: remembered, so that that day does not miss it in its bill. */
  private static final String ACROSS_DAYS =
      """
      UPDATE odd SET outcome = 'CROSSED', type = 'OTHER_DAY'
      WHERE outcome = 'MATCHED' AND line IS NOT NULL AND flow_id IS NOT NULL
          AND (our_at < :day_from OR our_at >= :day_to) AND NOT carried AND :by_day
      """;

  /** Cases of the service, open or resolved, explain a row that is in the bill only. */
  static final String CASES =
      """
      UPDATE odd o SET outcome = 'EXPLAINED', type = c.kind, case_id = c.id, case_kind = c.kind,
          case_status = c.status
      FROM (
          SELECT DISTINCT ON (o.ctid) o.ctid AS place, c.id, c.kind,
              CASE WHEN c.closed_at <= :as_of THEN c.resolution ELSE 'OPEN' END AS status
          FROM odd o JOIN payment_case c ON c.merchant = :merchant AND c.account = :account
              AND c.transaction_id = o.transaction_id AND c.opened_at <= :as_of
          WHERE o.flow_id IS NULL AND o.outcome IS NULL AND o.transaction_id <> ''
              AND c.resolution IS DISTINCT FROM 'SETTLED'
              AND (o.movement = 'PAY' AND c.notice = 'PAID'
                  OR o.movement = 'REFUND' AND c.notice = 'REFUNDED'
                      AND (c.out_refund_no <> '' AND c.out_refund_no = o.movement_no
                          OR c.gateway_refund_id <> ''
                              AND c.gateway_refund_id = o.gateway_refund_id
                          OR c.running_total IS NOT NULL)
                  OR o.movement NOT IN ('PAY', 'REFUND') AND c.kind = o.movement)
          ORDER BY o.ctid, (c.status = 'OPEN') DESC, c.id DESC) c
      WHERE o.ctid = c.place
      """;

  private Leftovers() {}

  static void run(Sql sql) throws SQLException {
    sql.run(OTHER_DAYS);
    sql.run(OTHER_NUMBERS);
    sql.run(WITHOUT_TRANSACTION);
    sql.run(ALONE_NO_MORE);
    sql.run(RUNNING_TOTALS);
    sql.run(PAIRS);
    sql.run(ACROSS_DAYS);
    sql.run(CASES);
  }
}
