package io.oncepaid.reconciliation.report;

import io.oncepaid.reconciliation.AccountSettings;
import io.oncepaid.reconciliation.CannotRun;
import io.oncepaid.reconciliation.compare.Sql;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** Reads reports out of what the runs have kept. */
public final class Reports {
  /** The most findings that a report lists; the CSV lists all. */
  public static final int LISTED = 5000;

  private static final String RUN =
      """
      SELECT id, merchant, version, as_of, format, bill_name, bill_sha256, bill_rows, balanced
      FROM reconciliation_run
      WHERE account = :account AND bill_date = :date AND status IN ('COMPARED', 'DONE')
          AND (:as_of::timestamptz IS NULL OR as_of <= :as_of)
      ORDER BY version DESC LIMIT 1
      """;

  private static final String FINDINGS =
      """
      SELECT f.*, a.what, a.verdict FROM reconciliation_finding f
      LEFT JOIN LATERAL (
          SELECT what, verdict FROM reconciliation_action a
          WHERE a.finding_id = f.id AND (:as_of::timestamptz IS NULL OR a.at <= :as_of)
          ORDER BY (a.what = 'SENT') DESC, a.id DESC LIMIT 1) a ON f.outcome = 'DIFFERENCE'
      WHERE f.run_id = :run
      ORDER BY array_position(ARRAY['DIFFERENCE', 'EXPLAINED', 'WAITING', 'RESOLVED', 'CROSSED'],
          f.outcome), coalesce(f.bill_amount, f.our_amount) DESC, f.id
      """;

  private final Connection connection;

  public Reports(Connection connection) {
    this.connection = connection;
  }

  /** Takes findings one after another. */
  @FunctionalInterface
  public interface FindingSink {
    void accept(Finding finding) throws java.io.IOException;
  }

  /**
   * The report of the latest version.
   *
   * @param asOf what was known then; null for all that is known
   * @throws CannotRun when the day has not been compared
   */
  public Report read(AccountSettings account, LocalDate date, Instant asOf) throws SQLException {
    Sql sql =
        new Sql(connection).with("account", account.name()).with("date", date).with("as_of", asOf);
    try (PreparedStatement statement = sql.prepare(RUN);
        ResultSet row = statement.executeQuery()) {
      if (!row.next()) {
        throw new CannotRun(account.name() + " " + date + " has not been compared yet");
      }
      sql.with("run", row.getLong(1)).with("version", row.getInt(3));
      List<Finding> findings = new ArrayList<>();
      each(sql, LISTED, findings::add);
      return new Report(
          row.getLong(1),
          account.name(),
          row.getString(2),
          date,
          row.getInt(3),
          instant(row, "as_of"),
          row.getString(5),
          row.getString(6),
          row.getString(7),
          row.getLong(8),
          row.getBoolean(9),
          account.zone(),
          Figures.totals(sql),
          Figures.counts(sql),
          Figures.kinds(sql),
          Figures.states(sql),
          Figures.ages(sql),
          findings,
          Figures.trend(sql));
    } catch (java.io.IOException cannotHappen) {
      throw new IllegalStateException(cannotHappen);
    }
  }

  /** Every finding of a run, in the report's order, without holding them. */
  public void each(long run, Instant asOf, FindingSink sink)
      throws SQLException, java.io.IOException {
    each(new Sql(connection).with("run", run).with("as_of", asOf), 0, sink);
  }

  private void each(Sql sql, int most, FindingSink sink) throws SQLException, java.io.IOException {
    boolean auto = connection.getAutoCommit();
    // A cursor needs a transaction.
    connection.setAutoCommit(false);
    try (PreparedStatement statement = sql.prepare(FINDINGS)) {
      statement.setFetchSize(1000);
      statement.setMaxRows(most);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          sink.accept(finding(rows));
        }
      }
    } finally {
      if (auto) {
        connection.setAutoCommit(true);
      }
    }
  }

  private static Finding finding(ResultSet row) throws SQLException {
    String what = row.getString("what");
    String verdict = row.getString("verdict");
    return new Finding(
        row.getString("id"),
        row.getString("outcome"),
        row.getString("type"),
        row.getString("movement"),
        date(row, "first_date"),
        date(row, "expires_on"),
        row.getString("out_trade_no"),
        row.getString("transaction_id"),
        row.getString("out_refund_no"),
        number(row, "bill_line"),
        number(row, "bill_amount"),
        row.getString("bill_currency"),
        row.getString("bill_status"),
        instant(row, "bill_at"),
        number(row, "our_amount"),
        row.getString("our_currency"),
        row.getString("our_status"),
        instant(row, "our_at"),
        row.getString("case_id"),
        row.getString("case_kind"),
        row.getString("case_status"),
        Finding.state(row.getString("type"), what, verdict),
        verdict == null ? "" : verdict);
  }

  private static LocalDate date(ResultSet row, String column) throws SQLException {
    Date date = row.getDate(column);
    return date == null ? null : date.toLocalDate();
  }

  private static Long number(ResultSet row, String column) throws SQLException {
    long value = row.getLong(column);
    return row.wasNull() ? null : value;
  }

  private static Instant instant(ResultSet row, String column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
