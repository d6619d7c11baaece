package io.oncepaid.reconciliation.run;

import io.oncepaid.reconciliation.AccountSettings;
import io.oncepaid.reconciliation.CannotRun;
import io.oncepaid.reconciliation.compare.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;

/**
 * The rows of reconciliation_run: who works on which account and day. The lease is kept in the
 * database's time, so that clocks of machines do not matter.
 */
public final class RunLedger {
  private static final String TAKE_OVER =
      """
      WITH won AS (
          UPDATE reconciliation_lease SET lease_until = now() + :lease::interval
          WHERE lease_until < now() AND run_id IN (
              SELECT id FROM reconciliation_run WHERE account = :account AND bill_date = :date
                  AND status IN ('RUNNING', 'COMPARED'))
          RETURNING run_id)
      UPDATE reconciliation_run SET lease_holder = :holder
      FROM won WHERE id = won.run_id
      RETURNING id, version, as_of, status = 'COMPARED', bill_sha256, bill_name
      """;

  private static final String BEGIN =
      """
      WITH begun AS (
          INSERT INTO reconciliation_run (account, bill_date, version, merchant, as_of,
              lease_holder)
          SELECT :account, :date, coalesce(max(version), 0) + 1, :merchant,
              coalesce(:as_of::timestamptz, now()), :holder
          FROM reconciliation_run WHERE account = :account AND bill_date = :date
          ON CONFLICT DO NOTHING
          RETURNING id, version, as_of),
      leased AS (
          INSERT INTO reconciliation_lease SELECT id, now() + :lease::interval FROM begun)
      SELECT id, version, as_of, false, NULL, NULL FROM begun
      """;

  private static final String BUSY =
      """
      SELECT lease_until FROM reconciliation_lease JOIN reconciliation_run ON id = run_id
      WHERE account = :account AND bill_date = :date AND status IN ('RUNNING', 'COMPARED')
      """;

  private static final String RENEW =
      """
      UPDATE reconciliation_lease SET lease_until = now() + :lease::interval
      WHERE run_id = :run AND EXISTS (
          SELECT FROM reconciliation_run WHERE id = :run AND lease_holder = :holder)
      """;

  private final Connection connection;
  private final Duration lease;

  public RunLedger(Connection connection, Duration lease) {
    this.connection = connection;
    this.lease = lease;
  }

  /** Another process works on the account and day. */
  public static final class Busy extends CannotRun {
    Busy(String account, LocalDate date, String until) {
      super(account + " " + date + " is being compared by another process until " + until);
    }
  }

  /**
   * Takes over a run whose process died, or begins a new version.
   *
   * @param asOf null for now
   * @throws Busy when another process has the lease
   */
  public RunRow begin(AccountSettings account, LocalDate date, Instant asOf) throws SQLException {
    String holder = UUID.randomUUID().toString();
    Sql sql =
        new Sql(connection)
            .with("account", account.name())
            .with("date", date)
            .with("merchant", account.merchant())
            .with("as_of", asOf)
            .with("holder", holder)
            .with("lease", lease.toMillis() + " milliseconds");
    Optional<RunRow> mine = claim(sql, TAKE_OVER, account.name(), date, holder);
    if (mine.isEmpty()) {
      mine = claim(sql, BEGIN, account.name(), date, holder);
    }
    if (mine.isEmpty()) {
      try (PreparedStatement statement = sql.prepare(BUSY);
          ResultSet rows = statement.executeQuery()) {
        throw new Busy(
            account.name(), date, rows.next() ? rows.getString(1) : "just now; try again");
      }
    }
    return mine.get();
  }

  /** False when the lease was lost. */
  public boolean renew(RunRow run) throws SQLException {
    return new Sql(connection)
            .with("run", run.id())
            .with("holder", run.holder())
            .with("lease", lease.toMillis() + " milliseconds")
            .run(RENEW)
        == 1;
  }

  /** Notes which bill is compared; a run that is taken over reads the same one again. */
  public void bill(RunRow run, String name, String sha256) throws SQLException {
    new Sql(connection)
        .with("run", run.id())
        .with("name", name)
        .with("sha", sha256)
        .run("UPDATE reconciliation_run SET bill_name = :name, bill_sha256 = :sha WHERE id = :run");
  }

  /** Ends a run that could not be completed. */
  public void fail(RunRow run, String problem) throws SQLException {
    new Sql(connection)
        .with("run", run.id())
        .with("holder", run.holder())
        .with("problem", problem)
        .run(
            """
            UPDATE reconciliation_run SET status = 'FAILED', problem = :problem,
                finished_at = now()
            WHERE id = :run AND lease_holder = :holder AND status = 'RUNNING'
            """);
  }

  /** Ends a run whose repairs are done. */
  public void finish(RunRow run) throws SQLException {
    new Sql(connection)
        .with("run", run.id())
        .with("holder", run.holder())
        .run(
            """
            UPDATE reconciliation_run SET status = 'DONE', finished_at = now()
            WHERE id = :run AND lease_holder = :holder AND status = 'COMPARED'
            """);
  }

  private Optional<RunRow> claim(
      Sql sql, String statement, String account, LocalDate date, String holder)
      throws SQLException {
    try (PreparedStatement claim = sql.prepare(statement);
        ResultSet rows = claim.executeQuery()) {
      if (!rows.next()) {
        return Optional.empty();
      }
      return Optional.of(
          new RunRow(
              rows.getLong(1),
              account,
              date,
              rows.getInt(2),
              rows.getObject(3, OffsetDateTime.class).toInstant(),
              holder,
              rows.getBoolean(4),
              rows.getString(5),
              rows.getString(6)));
    }
  }
}
