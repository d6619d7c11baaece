package io.oncepaid.reconciliation.compare;

import java.sql.SQLException;

/**
 * Rows that a neighbouring day's bill may still explain wait, age visibly, and expire into
 * differences. Nothing is changed in earlier runs: each run takes over the waiting rows of the run
 * before and says anew what they are.
 */
final class CutOffPool {
  /** The waiting rows of the earlier run, with what the books hold by now. */
  private static final String CARRY_IN =
      """
      INSERT INTO odd (line, flow_id, movement, out_trade_no, transaction_id, movement_no,
          gateway_refund_id, bill_amount, bill_currency, bill_status, bill_at, our_out_trade_no,
          our_refund_no, our_gateway_refund_id, our_amount, our_currency, our_at, carried, type,
          first_date, expires_on)
      SELECT w.bill_line, coalesce(w.our_flow_id, f.id), w.movement, w.out_trade_no,
          w.transaction_id, w.out_refund_no, w.gateway_refund_id, w.bill_amount, w.bill_currency,
          w.bill_status, w.bill_at, coalesce(f.out_trade_no, w.out_trade_no), f.out_refund_no,
          f.gateway_refund_id, coalesce(w.our_amount, f.amount),
          coalesce(w.our_currency, f.currency), coalesce(w.our_at, f.occurred_at), true, w.type,
          w.first_date, w.expires_on
      FROM reconciliation_finding w LEFT JOIN LATERAL (
          SELECT * FROM payment_flow f
          WHERE w.our_flow_id IS NULL AND f.merchant = :merchant AND f.account = :account
              AND f.kind = w.movement AND f.transaction_id = w.transaction_id
              AND f.booked_at <= :as_of
              AND (f.out_refund_no = w.out_refund_no
                  OR w.gateway_refund_id <> '' AND (f.gateway_refund_id = w.gateway_refund_id
                      OR f.out_refund_no = 'gw:' || w.gateway_refund_id))
          ORDER BY f.id LIMIT 1) f ON true
      WHERE w.run_id = :carried_from AND w.outcome = 'WAITING'
      """;

  /** A row of the earlier bill whose money has been booked, or has become a case. */
  private static final String BOOKED_MEANWHILE =
      """
      UPDATE odd SET outcome = 'RESOLVED', type = 'BOOKED'
      WHERE carried AND line IS NOT NULL AND flow_id IS NOT NULL AND outcome IS NULL
          AND bill_amount = our_amount AND bill_currency = our_currency
      """;

  private static final String BOOKED_OTHERWISE =
      """
      UPDATE odd SET outcome = 'DIFFERENCE',
          type = CASE WHEN bill_currency = our_currency THEN 'AMOUNT' ELSE 'CURRENCY' END
      WHERE carried AND line IS NOT NULL AND flow_id IS NOT NULL AND outcome IS NULL
      """;

  /** Such money may be booked with today's time: it is not missed in today's bill. */
  private static final String BOOKED_FOR_EARLIER =
      """
      UPDATE odd o SET outcome = 'ELSEWHERE'
      WHERE line IS NULL AND NOT carried AND outcome IS NULL AND EXISTS (
          SELECT FROM odd c WHERE c.carried AND c.line IS NOT NULL AND c.flow_id = o.flow_id)
      """;

  /** A flow row of an earlier day that today's bill has. */
  private static final String BILLED_MEANWHILE =
      """
      UPDATE odd o SET outcome = 'RESOLVED', type = 'BILLED'
      WHERE carried AND line IS NULL AND outcome IS NULL
          AND (EXISTS (SELECT FROM odd t WHERE t.flow_id = o.flow_id AND t.line IS NOT NULL
                  AND NOT t.carried)
              OR EXISTS (SELECT FROM bill_row b WHERE b.movement = o.movement
                  AND b.transaction_id = o.transaction_id AND b.movement_no = o.movement_no))
      """;

  /** A flow row that another day's bill has already had. */
  private static final String BILLED_ELSEWHERE =
      """
      UPDATE odd o SET outcome = 'ELSEWHERE'
      WHERE line IS NULL AND outcome IS NULL AND EXISTS (
          SELECT FROM reconciliation_finding x JOIN reconciliation_run r ON r.id = x.run_id
          WHERE x.our_flow_id = o.flow_id AND x.outcome IN ('CROSSED', 'RESOLVED')
              AND x.bill_line IS NOT NULL AND r.account = :account AND r.bill_date <> :date
              AND r.status IN ('COMPARED', 'DONE') AND r.as_of <= :as_of
              AND r.version = (SELECT max(version) FROM reconciliation_run l
                  WHERE l.account = r.account AND l.bill_date = r.bill_date
                      AND l.status IN ('COMPARED', 'DONE') AND l.as_of <= :as_of))
      """;

  private static final String ELSEWHERE_RESOLVES =
      """
      UPDATE odd SET outcome = 'RESOLVED', type = 'BILLED' WHERE carried AND outcome = 'ELSEWHERE'
      """;

  /** Booked twice under two numbers, or for two accounts. */
  private static final String DUPLICATE_HERE =
      """
      UPDATE odd o SET outcome = 'DIFFERENCE', type = 'DUPLICATE_HERE'
      WHERE o.line IS NULL AND o.outcome IS NULL AND EXISTS (
          SELECT FROM payment_flow f
          WHERE f.merchant = :merchant AND f.kind = o.movement
              AND f.transaction_id = o.transaction_id AND f.id <> o.flow_id
              AND f.amount = o.our_amount AND f.booked_at <= :as_of
              AND (o.movement = 'PAY' AND f.account = ANY (:accounts) AND f.account <> :account
                  OR o.movement = 'REFUND' AND f.account = :account
                      AND (o.our_gateway_refund_id <> ''
                              AND (f.gateway_refund_id = o.our_gateway_refund_id
                                  OR f.out_refund_no = 'gw:' || o.our_gateway_refund_id)
                          OR f.gateway_refund_id <> ''
                              AND 'gw:' || f.gateway_refund_id = o.our_refund_no
                          OR (f.running_total IS NULL) <> (o.our_total IS NULL)))
          AND f.id NOT IN (SELECT flow_id FROM odd u
              WHERE u.line IS NULL AND u.flow_id IS NOT NULL))
      """;

  /** Nothing moved: a revoked payment or a refund that came to nothing, never booked here. */
  private static final String NOTHING_MOVED =
      """
      UPDATE odd SET outcome = 'NOTED'
      WHERE line IS NOT NULL AND flow_id IS NULL AND outcome IS NULL
          AND bill_status IN ('REVOKED', 'FAILED')
      """;

  /** Near the day's ends, accepted but not yet paid out, or not settled yet. */
  private static final String WAIT =
      """
      UPDATE odd SET outcome = 'WAITING', first_date = :date,
          expires_on = :date + CASE WHEN bill_status = 'PROCESSING' OR NOT :by_day
              THEN :long_wait ELSE :short_wait END,
          type = CASE WHEN bill_status = 'PROCESSING' THEN 'PROCESSING'
              WHEN NOT :by_day AND line IS NULL THEN 'NOT_SETTLED'
              WHEN :by_acceptance AND movement = 'REFUND' AND line IS NULL THEN 'ACCEPTED_EARLIER'
              ELSE 'NEAR_CUT_OFF' END
      WHERE outcome IS NULL AND NOT carried AND (bill_status = 'PROCESSING'
          OR NOT :by_day AND line IS NULL
          OR :by_acceptance AND movement = 'REFUND' AND line IS NULL
          OR :by_day AND (coalesce(bill_at, our_at) < :near_from
              OR coalesce(bill_at, our_at) >= :near_to))
      """;

  private static final String WAIT_ON =
      """
      UPDATE odd SET outcome = 'WAITING' WHERE outcome IS NULL AND carried AND expires_on > :date
      """;

  /** A refund that stays PROCESSING is a question to the gateway, not a refund to be booked. */
  private static final String REST =
      """
      UPDATE odd SET outcome = 'DIFFERENCE', type = CASE
          WHEN bill_status = 'PROCESSING' THEN 'STATUS'
          WHEN line IS NULL THEN 'MISSING_AT_GATEWAY'
          ELSE 'MISSING_HERE' END
      WHERE outcome IS NULL
      """;

  private CutOffPool() {}

  static void run(Sql sql) throws SQLException {
    sql.run(CARRY_IN);
    sql.run(BOOKED_MEANWHILE);
    sql.run(BOOKED_OTHERWISE);
    sql.run(BOOKED_FOR_EARLIER);
    sql.run(BILLED_MEANWHILE);
    sql.run(BILLED_ELSEWHERE);
    sql.run(ELSEWHERE_RESOLVES);
    sql.run(Leftovers.CASES);
    sql.run(DUPLICATE_HERE);
    sql.run(NOTHING_MOVED);
    sql.run(WAIT);
    sql.run(WAIT_ON);
    sql.run(REST);
  }
}
