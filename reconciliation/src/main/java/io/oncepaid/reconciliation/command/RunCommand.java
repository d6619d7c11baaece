package io.oncepaid.reconciliation.command;

import io.oncepaid.reconciliation.AccountSettings;
import io.oncepaid.reconciliation.Accounts;
import io.oncepaid.reconciliation.CannotRun;
import io.oncepaid.reconciliation.ReconciliationConfig;
import io.oncepaid.reconciliation.bill.BillFormat;
import io.oncepaid.reconciliation.bill.Formats;
import io.oncepaid.reconciliation.download.BillSource;
import io.oncepaid.reconciliation.download.BillSources;
import io.oncepaid.reconciliation.report.Metrics;
import io.oncepaid.reconciliation.report.Report;
import io.oncepaid.reconciliation.report.ReportFiles;
import io.oncepaid.reconciliation.report.Reports;
import io.oncepaid.reconciliation.run.Night;
import io.oncepaid.reconciliation.run.Request;
import io.oncepaid.reconciliation.run.RunLedger;
import io.oncepaid.reconciliation.run.Scratch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares bills with the books, repairs, and writes the reports. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = "Compares the bill of a day with the books, repairs, and writes the reports.")
public class RunCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(names = "--account", description = "The account, as in oncepaid.accounts.")
  String account;

  @Option(names = "--all", description = "All accounts, one after another.")
  boolean all;

  @Option(
      names = "--date",
      defaultValue = "yesterday",
      description = "yesterday (in the gateway's zone), today, or a date like 2026-03-09.")
  String date;

  @Option(names = "--bill", description = "The bill's file; - is standard input.")
  String bill;

  @Option(names = "--format", description = "The bill's format, when it shall be no other.")
  String format;

  @Option(names = "--as-of", description = "Look at nothing that was booked later.")
  String asOf;

  @Option(names = "--dry-run", description = "Compare and tell, but keep and repair nothing.")
  boolean dryRun;

  @Option(
      names = "--reports",
      description = "Where the reports go; by default reconciliation.report-dir.")
  Path reports;

  @Option(
      names = "--wait",
      description = "Wait so long, like PT5M, for another process with the same day.")
  Duration wait = Duration.ZERO;

  private final Night night;
  private final Accounts accounts;
  private final BillSources sources;
  private final ReconciliationConfig config;
  private final Clock clock;

  RunCommand(
      Night night,
      Accounts accounts,
      BillSources sources,
      ReconciliationConfig config,
      Clock clock) {
    this.night = night;
    this.accounts = accounts;
    this.sources = sources;
    this.config = config;
    this.clock = clock;
  }

  @Override
  public Integer call() {
    PrintWriter errors = spec.commandLine().getErr();
    if (all == (account != null) || all && bill != null) {
      errors.println("Give either --account or --all; --bill goes with --account.");
      return ExitCodes.INCOMPLETE;
    }
    int worst = ExitCodes.BALANCED;
    for (String name : all ? accounts.names() : List.of(account)) {
      if (all && !sources.has(name)) {
        spec.commandLine().getOut().println(name + ": no bill is to be expected; left out");
        continue;
      }
      worst = Math.max(worst, ExitCodes.of(errors, () -> one(name)));
    }
    return worst;
  }

  private int one(String name) throws SQLException, IOException {
    AccountSettings settings = accounts.get(name);
    LocalDate day = Dates.date(date, settings.zone(), clock);
    Optional<BillFormat> wanted = Optional.ofNullable(format).map(this::format);
    TerminalProgress progress =
        new TerminalProgress(spec.commandLine().getOut(), System.console() != null, name);
    try (Scratch scratch = new Scratch()) {
      progress.step("fetching the bill of " + day);
      BillSource.Fetched fetched =
          new OfferedBill(bill, sources).fetch(name, day, scratch.folder());
      Request request =
          new Request(
              name, day, fetched.file(), fetched.name(), wanted, Dates.instant(asOf), dryRun);
      Report[] report = new Report[1];
      Night.Result result =
          patiently(
              request,
              progress,
              (connection, account) -> report[0] = report(connection, account, day));
      progress.end();
      new Telling(spec.commandLine().getOut()).result(name, result, report[0]);
      return result.balanced() ? ExitCodes.BALANCED : ExitCodes.DIFFERENCES;
    } finally {
      progress.end();
    }
  }

  private Night.Result patiently(
      Request request, TerminalProgress progress, Night.Afterwards afterwards) {
    Instant until = clock.instant().plus(wait);
    while (true) {
      try {
        return night.run(request, progress, afterwards);
      } catch (RunLedger.Busy e) {
        if (!clock.instant().isBefore(until)) {
          throw e;
        }
        progress.step("waiting: " + e.getMessage());
        pause();
      }
    }
  }

  /** Writes what a dry run does not write unless it is asked to. */
  private Report report(Connection connection, AccountSettings settings, LocalDate day)
      throws SQLException, IOException {
    if (dryRun && reports == null) {
      return new Reports(connection).read(settings, day, null);
    }
    Path folder = reports == null ? Path.of(config.reportDir()) : reports;
    ReportFiles.Written written =
        new ReportFiles(folder, clock).write(connection, settings, day, null);
    spec.commandLine().getOut().println(settings.name() + ": reports in " + written.folder());
    if (config.metricsFile().isPresent() && !dryRun) {
      Metrics.write(connection, Path.of(config.metricsFile().get()));
    }
    return written.report();
  }

  private BillFormat format(String name) {
    return Formats.named(name)
        .orElseThrow(
            () -> new CannotRun("--format " + name + " is unknown; known: " + Formats.names()));
  }

  private static void pause() {
    try {
      Thread.sleep(500);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CannotRun("interrupted");
    }
  }
}
