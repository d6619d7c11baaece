package io.oncepaid.reconciliation.compare;

import io.oncepaid.reconciliation.bill.BillSummary;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** Writes findings and control totals of a run, and tells whether the totals close. */
final class Results {
  private static final String FINDINGS =
      """
      INSERT INTO reconciliation_finding (run_id, id, outcome, type, movement, first_date,
          expires_on, out_trade_no, transaction_id, out_refund_no, gateway_refund_id, bill_line,
          bill_amount, bill_currency, bill_status, bill_at, our_flow_id, our_amount, our_currency,
          our_status, our_at, case_id, case_kind, case_status)
      SELECT :run, substr(encode(sha256(convert_to(concat_ws('|', :account::text,
              coalesce(first_date, :date), movement, transaction_id, movement_no,
              gateway_refund_id, CASE WHEN line IS NULL THEN flow_id END, nth), 'UTF8')), 'hex'),
              1, 16),
          outcome,
          CASE WHEN outcome <> 'DIFFERENCE' THEN type
              WHEN movement = 'PAY' THEN type
              WHEN movement = 'REFUND' THEN 'REFUND_' || type
              ELSE 'REVERSAL_' || type END,
          movement, coalesce(first_date, :date), expires_on,
          coalesce(nullif(out_trade_no, ''), our_out_trade_no, ''), transaction_id, movement_no,
          gateway_refund_id, line, bill_amount, bill_currency, bill_status, bill_at, flow_id,
          our_amount, our_currency, our_status, our_at, case_id, case_kind, case_status
      FROM odd WHERE outcome IN ('DIFFERENCE', 'EXPLAINED', 'WAITING', 'RESOLVED', 'CROSSED')
      """;

  private static final String SHARE =
      """
      CASE WHEN outcome IN ('MATCHED', 'CROSSED', 'ELSEWHERE') THEN 'MATCHED'
          WHEN outcome IN ('EXPLAINED', 'NOTED') THEN 'EXPLAINED'
          WHEN outcome IN ('DIFFERENCE', 'GROUPED') THEN 'DIFFERENCE'
          ELSE outcome END
      """;

  private static final String BILL_SHARES =
      """
      INSERT INTO reconciliation_total
      SELECT :run, 'BILL', movement, currency, share, sum(rows), sum(amount), sum(fee) FROM (
          SELECT movement, currency, 'MATCHED' AS share, rows, amount, fee FROM plain
          UNION ALL
          SELECT movement, currency, 'EXPLAINED', count(*), sum(amount), sum(fee) FROM bill_row
          WHERE movement = 'OTHER' GROUP BY 1, 2
          UNION ALL
          SELECT movement, bill_currency, %s, count(*), sum(bill_amount),
              coalesce(sum(bill_fee), 0)
          FROM odd WHERE line IS NOT NULL AND NOT carried GROUP BY 1, 2, 3) shares
      GROUP BY movement, currency, share
      """
          .formatted(SHARE);

  private static final String OUR_SHARES =
      """
      INSERT INTO reconciliation_total
      SELECT :run, 'OURS', movement, currency, share, sum(rows), sum(amount), 0 FROM (
          SELECT movement, currency, 'MATCHED' AS share, our_rows AS rows, our_amount AS amount
          FROM plain WHERE our_rows > 0
          UNION ALL
          SELECT movement, our_currency, %s, count(*), sum(our_amount) FROM odd
          WHERE flow_id IS NOT NULL AND NOT carried AND our_at >= :day_from AND our_at < :day_to
          GROUP BY 1, 2, 3) shares
      GROUP BY movement, currency, share
      """
          .formatted(SHARE);

  /** Counted from the books again, apart from the comparison. */
  private static final String OUR_TOTAL =
      """
      INSERT INTO reconciliation_total
      SELECT :run, 'OURS', kind, currency, 'TOTAL', count(*), sum(amount), 0 FROM payment_flow
      WHERE merchant = :merchant AND account = :account AND kind = ANY (:kinds)
          AND occurred_at >= :day_from AND occurred_at < :day_to AND booked_at <= :as_of
      GROUP BY kind, currency
      """;

  private static final String CARRIED =
      """
      INSERT INTO reconciliation_total
      SELECT :run, 'CARRIED', movement, currency, share, count(*), sum(amount), 0 FROM (
          SELECT movement, coalesce(bill_currency, our_currency) AS currency,
              coalesce(bill_amount, our_amount) AS amount,
              CASE WHEN outcome = 'RESOLVED' THEN 'MATCHED' ELSE %s END AS share
          FROM odd WHERE carried
          UNION ALL
          SELECT movement, coalesce(bill_currency, our_currency),
              coalesce(bill_amount, our_amount), 'TOTAL'
          FROM reconciliation_finding WHERE run_id = :carried_from AND outcome = 'WAITING') carried
      GROUP BY movement, currency, share
      """
          .formatted(SHARE);

  /** Everything that does not close to zero, or is a difference. */
  private static final String CLOSES =
      """
      SELECT NOT EXISTS (
          SELECT FROM reconciliation_total WHERE run_id = :run
          GROUP BY side, movement, currency
          HAVING sum(CASE WHEN share = 'TOTAL' THEN rows ELSE -rows END) <> 0
              OR sum(CASE WHEN share = 'TOTAL' THEN amount ELSE -amount END) <> 0),
          NOT EXISTS (
          SELECT FROM reconciliation_total WHERE run_id = :run AND share = 'DIFFERENCE')
      """;

  private Results() {}

  /** Whether the control totals close, and whether there is no difference. */
  record Closing(boolean closes, boolean noDifference) {}

  static Closing write(Connection connection, Sql sql, long run, BillSummary summary)
      throws SQLException {
    sql.run(FINDINGS);
    billTotal(connection, run, summary);
    sql.run(BILL_SHARES);
    sql.run(OUR_SHARES);
    sql.run(OUR_TOTAL);
    sql.run(CARRIED);
    try (PreparedStatement statement = sql.prepare(CLOSES);
        ResultSet answer = statement.executeQuery()) {
      answer.next();
      return new Closing(answer.getBoolean(1), answer.getBoolean(2));
    }
  }

  /** As the reader counted it and the bill itself says. */
  private static void billTotal(Connection connection, long run, BillSummary summary)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO reconciliation_total VALUES (?, 'BILL', ?, ?, 'TOTAL', ?, ?, ?)")) {
      for (Map.Entry<BillSummary.Key, BillSummary.Sum> sum : summary.sums().entrySet()) {
        insert.setLong(1, run);
        insert.setString(2, sum.getKey().movement().name());
        insert.setString(3, sum.getKey().currency());
        insert.setLong(4, sum.getValue().count());
        insert.setLong(5, sum.getValue().amount());
        insert.setLong(6, sum.getValue().fee());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }
}
