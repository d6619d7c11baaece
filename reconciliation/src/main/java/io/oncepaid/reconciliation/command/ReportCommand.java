package io.oncepaid.reconciliation.command;

import io.oncepaid.reconciliation.AccountSettings;
import io.oncepaid.reconciliation.Accounts;
import io.oncepaid.reconciliation.ReconciliationConfig;
import io.oncepaid.reconciliation.report.ReportFiles;
import io.oncepaid.reconciliation.run.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes the reports of a day again. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Writes the reports of a compared day again, as they were known at an instant.")
public class ReportCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(names = "--account", required = true, description = "The account.")
  String account;

  @Option(names = "--date", defaultValue = "yesterday", description = "The business day.")
  String date;

  @Option(names = "--as-of", description = "Versions and repairs until then; by default all.")
  String asOf;

  @Option(names = "--reports", description = "Where to; by default reconciliation.report-dir.")
  Path reports;

  private final Accounts accounts;
  private final Database database;
  private final ReconciliationConfig config;
  private final Clock clock;

  ReportCommand(Accounts accounts, Database database, ReconciliationConfig config, Clock clock) {
    this.accounts = accounts;
    this.database = database;
    this.config = config;
    this.clock = clock;
  }

  @Override
  public Integer call() {
    return ExitCodes.of(spec.commandLine().getErr(), this::write);
  }

  private int write() throws SQLException, IOException {
    AccountSettings settings = accounts.get(account);
    Path folder = reports == null ? Path.of(config.reportDir()) : reports;
    try (Connection connection = database.connect()) {
      ReportFiles.Written written =
          new ReportFiles(folder, clock)
              .write(
                  connection,
                  settings,
                  Dates.date(date, settings.zone(), clock),
                  Dates.instant(asOf));
      spec.commandLine().getOut().println(written.folder());
      return ExitCodes.BALANCED;
    }
  }
}
