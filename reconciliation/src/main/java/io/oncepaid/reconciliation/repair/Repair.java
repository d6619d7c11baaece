package io.oncepaid.reconciliation.repair;

import io.oncepaid.reconciliation.compare.Sql;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;

/**
 * Sends what is missing here to the service and records the verdict beside the difference. Payments
 * go before refunds. Nothing is written into the service's tables.
 */
@ApplicationScoped
public class Repair {
  /** Not yet decided by the service, and small enough or approved. */
  private static final String DUE =
      """
      SELECT f.id, r.account, f.movement = 'REFUND', f.out_trade_no, f.transaction_id,
          CASE WHEN f.out_refund_no LIKE 'gw:%' THEN '' ELSE f.out_refund_no END,
          f.gateway_refund_id, f.bill_amount, f.bill_currency, f.bill_at,
          'bill ' || r.bill_sha256 || ' line ' || f.bill_line
      FROM reconciliation_finding f JOIN reconciliation_run r ON r.id = f.run_id
      WHERE f.run_id = :run AND f.outcome = 'DIFFERENCE'
          AND f.type IN ('MISSING_HERE', 'REFUND_MISSING_HERE')
          AND f.transaction_id <> ''
          AND (f.bill_amount < :below OR EXISTS (
              SELECT FROM reconciliation_action a
              WHERE a.finding_id = f.id AND a.what = 'APPROVED'))
          AND NOT EXISTS (SELECT FROM reconciliation_action a
              WHERE a.finding_id = f.id AND a.what = 'SENT' AND a.at >= r.started_at)
      ORDER BY f.movement, f.bill_line
      """;

  private final Settlements settlements;

  Repair(Settlements settlements) {
    this.settlements = settlements;
  }

  /** How many were sent, booked, and not delivered. */
  public record Tally(int sent, int booked, int undelivered) {}

  /**
   * Sends what is due of a run.
   *
   * @param automaticBelow in minor units; what is not below needs an approval
   */
  public Tally run(Connection connection, long run, long automaticBelow) throws SQLException {
    Sql sql = new Sql(connection).with("run", run).with("below", automaticBelow);
    int sent = 0;
    int booked = 0;
    int undelivered = 0;
    for (Missing missing : due(sql)) {
      String verdict = send(connection, missing);
      sent++;
      if (verdict == null) {
        undelivered++;
      } else if (isBooked(verdict)) {
        booked++;
      }
    }
    return new Tally(sent, booked, undelivered);
  }

  /** Applied, or applied before and the answer was lost. */
  public static boolean isBooked(String verdict) {
    return verdict.equals("APPLIED") || verdict.equals("REPLAYED");
  }

  private String send(Connection connection, Missing missing) throws SQLException {
    try {
      String verdict = settlements.settle(missing);
      record(connection, missing.finding(), "SENT", verdict, null);
      return verdict;
    } catch (IOException | CircuitBreakerOpenException e) {
      record(connection, missing.finding(), "UNDELIVERED", null, e.getMessage());
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SQLException("interrupted");
    }
  }

  private static void record(
      Connection connection, String finding, String what, String verdict, String detail)
      throws SQLException {
    new Sql(connection)
        .with("finding", finding)
        .with("what", what)
        .with("verdict", verdict)
        .with("detail", detail)
        .run(
            """
            INSERT INTO reconciliation_action (finding_id, what, actor, verdict, detail)
            VALUES (:finding, :what, 'reconciliation', :verdict, :detail)
            """);
  }

  private static List<Missing> due(Sql sql) throws SQLException {
    List<Missing> due = new ArrayList<>();
    try (PreparedStatement statement = sql.prepare(DUE);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        due.add(
            new Missing(
                rows.getString(1),
                rows.getString(2),
                rows.getBoolean(3),
                rows.getString(4),
                rows.getString(5),
                rows.getString(6),
                rows.getString(7),
                rows.getLong(8),
                rows.getString(9),
                rows.getObject(10, OffsetDateTime.class).toInstant(),
                rows.getString(11)));
      }
    }
    return due;
  }
}
