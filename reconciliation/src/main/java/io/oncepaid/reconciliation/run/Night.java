package io.oncepaid.reconciliation.run;

import io.oncepaid.reconciliation.AccountSettings;
import io.oncepaid.reconciliation.Accounts;
import io.oncepaid.reconciliation.CannotRun;
import io.oncepaid.reconciliation.ReconciliationConfig;
import io.oncepaid.reconciliation.bill.BillError;
import io.oncepaid.reconciliation.compare.Sql;
import io.oncepaid.reconciliation.repair.Repair;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** One account's run of one day, from the bill to the last repair. */
@ApplicationScoped
public class Night {
  private final Accounts accounts;
  private final ReconciliationConfig config;
  private final Database database;
  private final Repair repair;

  Night(Accounts accounts, ReconciliationConfig config, Database database, Repair repair) {
    this.repair = repair;
    this.accounts = accounts;
    this.config = config;
    this.database = database;
  }

  /**
   * How a run ended.
   *
   * @param closes whether the control totals close to zero
   */
  public record Result(
      long run, int version, boolean closes, boolean balanced, long rows, Repair.Tally repairs) {}

  /** Is called with what was found while the connection can see it: the way to the reports. */
  @FunctionalInterface
  public interface Afterwards {
    void accept(Connection connection, AccountSettings account) throws SQLException, IOException;
  }

  /**
   * Runs or resumes.
   *
   * @throws CannotRun when it could not be completed; nothing but the failed run is kept
   */
  public Result run(Request request, Progress progress, Afterwards afterwards) {
    AccountSettings account = accounts.get(request.account());
    try (Connection connection = database.connect()) {
      return request.dryRun()
          ? dryRun(connection, account, request, progress, afterwards)
          : run(connection, account, request, progress, afterwards);
    } catch (SQLException e) {
      throw new CannotRun("the database refused: " + e.getMessage());
    } catch (IOException e) {
      throw new CannotRun("cannot read " + request.billName() + ": " + e.getMessage());
    }
  }

  /** Everything as in a run, then rolled back. */
  private Result dryRun(
      Connection connection,
      AccountSettings account,
      Request request,
      Progress progress,
      Afterwards afterwards)
      throws SQLException, IOException {
    connection.setAutoCommit(false);
    try {
      RunRow run =
          new RunLedger(connection, config.lease()).begin(account, request.date(), request.asOf());
      Comparer.Compared compared =
          comparer(connection, account, progress)
              .compare(
                  run,
                  request.bill(),
                  request.billName(),
                  request.format(),
                  Evidence.hash(request.bill()));
      afterwards.accept(connection, account);
      return new Result(
          run.id(),
          run.version(),
          compared.closes(),
          compared.balanced(),
          compared.rows(),
          new Repair.Tally(0, 0, 0));
    } catch (BillError e) {
      throw new CannotRun(e.getMessage());
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private Result run(
      Connection connection,
      AccountSettings account,
      Request request,
      Progress progress,
      Afterwards afterwards)
      throws SQLException, IOException {
    RunLedger ledger = new RunLedger(connection, config.lease());
    RunRow run = ledger.begin(account, request.date(), request.asOf());
    try (Heartbeat heartbeat = new Heartbeat(database, run, config.lease())) {
      Comparer.Compared compared =
          run.compared()
              ? compared(connection, run)
              : new KeptBill(connection, ledger, evidence(account))
                  .compare(run, request, comparer(connection, account, progress), progress);
      if (heartbeat.isLost()) {
        throw new CannotRun("another process has taken this run over");
      }
      progress.step("repairing");
      Repair.Tally repairs = repair.run(connection, run.id(), account.automaticBelow());
      ledger.finish(run);
      afterwards.accept(connection, account);
      return new Result(
          run.id(),
          run.version(),
          compared.closes(),
          compared.balanced(),
          compared.rows(),
          repairs);
    } catch (BillError e) {
      ledger.fail(run, e.getMessage());
      throw new CannotRun(e.getMessage());
    } catch (CannotRun | SQLException | IOException e) {
      ledger.fail(run, String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private Comparer comparer(Connection connection, AccountSettings account, Progress progress) {
    return new Comparer(connection, account, accounts.of(account.merchant()), progress);
  }

  private Evidence evidence(AccountSettings account) {
    return new Evidence(Path.of(config.evidenceDir(), account.name()));
  }

  /** What a run that was taken over after its comparison had found. */
  private static Comparer.Compared compared(Connection connection, RunRow run) throws SQLException {
    try (PreparedStatement statement =
            new Sql(connection)
                .with("run", run.id())
                .prepare("SELECT balanced, bill_rows FROM reconciliation_run WHERE id = :run");
        ResultSet row = statement.executeQuery()) {
      row.next();
      return new Comparer.Compared(true, row.getBoolean(1), row.getLong(2));
    }
  }
}
