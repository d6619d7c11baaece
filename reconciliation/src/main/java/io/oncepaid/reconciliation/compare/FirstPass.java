package io.oncepaid.reconciliation.compare;

import java.sql.SQLException;

/**
 * The one pass over all rows: what is in the bill and in the books with the same content is only
 * counted; everything else goes into the temporary table {@code odd} with both sides.
 */
final class FirstPass {
  private static final String TABLES =
      """
      CREATE TEMP TABLE odd (
          line bigint, flow_id bigint, movement text, out_trade_no text, transaction_id text,
          movement_no text, gateway_refund_id text, bill_amount bigint, bill_currency text,
          bill_fee bigint, bill_status text, bill_at timestamptz, our_out_trade_no text,
          our_refund_no text, our_gateway_refund_id text, our_amount bigint, our_currency text,
          our_total bigint, our_at timestamptz, our_status text, outcome text, type text,
          nth integer NOT NULL DEFAULT 1, carried boolean NOT NULL DEFAULT false, first_date date,
          expires_on date, case_id bigint, case_kind text, case_status text) ON COMMIT DROP;
      CREATE TEMP TABLE stray (line bigint, flow_id bigint) ON COMMIT DROP;
      CREATE TEMP TABLE plain (
          movement text, currency text, rows bigint, amount numeric, fee numeric, our_rows bigint,
          our_amount numeric) ON COMMIT DROP;
      CREATE TEMP TABLE drift (flow_id bigint) ON COMMIT DROP;
      """;

  /** The second and later rows of the same movement leave the comparison. */
  private static final String REPEATED =
      """
      WITH repeated AS MATERIALIZED (
          SELECT movement, transaction_id, movement_no FROM bill_row
          WHERE movement <> 'OTHER' GROUP BY 1, 2, 3 HAVING count(*) > 1),
      numbered AS (
          SELECT b.line, row_number() OVER (
              PARTITION BY movement, transaction_id, movement_no ORDER BY line) AS nth
          FROM bill_row b JOIN repeated USING (movement, transaction_id, movement_no)),
      taken AS (
          DELETE FROM bill_row b USING numbered n WHERE n.line = b.line AND n.nth > 1
          RETURNING b.*, n.nth)
      INSERT INTO odd (line, movement, out_trade_no, transaction_id, movement_no,
          gateway_refund_id, bill_amount, bill_currency, bill_fee, bill_status, bill_at, nth,
          outcome, type)
      SELECT line, movement, out_trade_no, transaction_id, movement_no, gateway_refund_id, amount,
          currency, fee, status, to_timestamp(at), nth, 'DIFFERENCE', 'DUPLICATE_AT_GATEWAY'
      FROM taken
      """;

  /** Booked, but the payment's status says that nobody paid, or it was taken back since. */
  private static final String DRIFT =
      """
      INSERT INTO drift
      SELECT f.id FROM payment p
      JOIN payment_flow f ON f.merchant = p.merchant AND f.out_trade_no = p.out_trade_no
          AND f.kind = 'PAY'
      WHERE p.merchant = :merchant AND p.status IN ('PENDING', 'CLOSED') AND f.account = :account
          AND f.booked_at <= :as_of
      UNION
      SELECT r.id FROM payment_flow x
      JOIN payment_flow r ON r.merchant = x.merchant AND r.account = x.account
          AND r.transaction_id = x.transaction_id
          AND (x.kind = 'REVERSED' AND r.kind = 'PAY'
              OR x.kind = 'REFUND_FAILED' AND r.kind = 'REFUND'
                  AND (r.out_refund_no = x.out_refund_no
                      OR x.gateway_refund_id <> ''
                          AND r.gateway_refund_id = x.gateway_refund_id))
      WHERE x.merchant = :merchant AND x.account = :account
          AND x.kind IN ('REVERSED', 'REFUND_FAILED') AND x.booked_at <= :as_of
          AND :failures_in_place
      """;

  /**
   * A refund that is PROCESSING in the bill and booked here has succeeded meanwhile. A row that
   * names no order of ours (UnionPay's refunds) is matched by its transaction alone.
   */
  private static final String JOIN =
      """
      WITH flow AS (
          SELECT id, kind, out_trade_no, transaction_id, out_refund_no, amount, currency,
              occurred_at >= :day_from AND occurred_at < :day_to AS of_day
          FROM payment_flow
          WHERE merchant = :merchant AND account = :account AND kind = ANY (:kinds)
              AND occurred_at >= :join_from AND occurred_at < :join_to AND booked_at <= :as_of),
      joined AS MATERIALIZED (
          SELECT b.line, f.id AS flow_id, f.of_day, b.movement, b.currency, b.amount, b.fee,
              (b.amount = f.amount AND b.currency = f.currency
                  AND b.status IN ('DONE', 'PROCESSING')
                  AND (b.out_trade_no = f.out_trade_no OR b.out_trade_no = '')
                  AND f.id NOT IN (SELECT flow_id FROM drift)) IS TRUE AS same
          FROM (SELECT * FROM bill_row WHERE movement <> 'OTHER') b
          FULL JOIN flow f ON f.kind = b.movement AND f.transaction_id = b.transaction_id
              AND f.out_refund_no = b.movement_no),
      strays AS (
          INSERT INTO stray SELECT line, flow_id FROM joined
          WHERE NOT same AND (line IS NOT NULL OR of_day))
      INSERT INTO plain
      SELECT movement, currency, count(*), sum(amount), sum(fee), count(*) FILTER (WHERE of_day),
          coalesce(sum(amount) FILTER (WHERE of_day), 0)
      FROM joined WHERE same GROUP BY 1, 2
      """;

  private static final String BOTH_SIDES =
      """
      INSERT INTO odd (line, flow_id, movement, out_trade_no, transaction_id, movement_no,
          gateway_refund_id, bill_amount, bill_currency, bill_fee, bill_status, bill_at,
          our_out_trade_no, our_refund_no, our_gateway_refund_id, our_amount, our_currency,
          our_total, our_at)
      SELECT s.line, s.flow_id, coalesce(b.movement, f.kind), coalesce(b.out_trade_no, ''),
          coalesce(b.transaction_id, f.transaction_id), coalesce(b.movement_no, f.out_refund_no),
          coalesce(b.gateway_refund_id, f.gateway_refund_id), b.amount, b.currency, b.fee,
          b.status, to_timestamp(b.at), f.out_trade_no, f.out_refund_no, f.gateway_refund_id,
          f.amount, f.currency, f.running_total, f.occurred_at
      FROM stray s
      LEFT JOIN bill_row b ON b.line = s.line
      LEFT JOIN payment_flow f ON f.merchant = :merchant AND f.id = s.flow_id
      """;

  private FirstPass() {}

  static void run(Sql sql) throws SQLException {
    sql.run(TABLES);
    sql.run("ANALYZE bill_row");
    sql.run(REPEATED);
    sql.run(DRIFT);
    sql.run(JOIN);
    sql.run("ANALYZE stray");
    sql.run(BOTH_SIDES);
    sql.run("ANALYZE odd");
  }
}
