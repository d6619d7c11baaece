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
import io.oncepaid.reconciliation.report.ReportFiles;
import io.oncepaid.reconciliation.run.Night;
import io.oncepaid.reconciliation.run.Request;
import io.oncepaid.reconciliation.run.RunLedger;
import io.oncepaid.reconciliation.run.Scratch;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
      BillSource.Fetched fetched = fetch(name, day, scratch.folder());
      Request request =
          new Request(
              name, day, fetched.file(), fetched.name(), wanted, Dates.instant(asOf), dryRun);
      Night.Result result = patiently(request, progress);
      progress.end();
      tell(name, day, result);
      return result.balanced() ? ExitCodes.BALANCED : ExitCodes.DIFFERENCES;
    } finally {
      progress.end();
    }
  }

  private BillSource.Fetched fetch(String name, LocalDate day, Path folder) throws IOException {
    if (bill == null) {
      return sources.of(name).fetch(day, folder);
    }
    if (bill.equals("-")) {
      Path copy = folder.resolve("stdin");
      Files.copy(System.in, copy);
      return new BillSource.Fetched(copy, "standard input");
    }
    Path file = Path.of(bill);
    if (!Files.isReadable(file)) {
      throw new CannotRun("cannot read " + bill);
    }
    return new BillSource.Fetched(file, file.getFileName().toString());
  }

  private Night.Result patiently(Request request, TerminalProgress progress) {
    Instant until = clock.instant().plus(wait);
    while (true) {
      try {
        return night.run(request, progress, this::afterwards);
      } catch (RunLedger.Busy e) {
        if (!clock.instant().isBefore(until)) {
          throw e;
        }
        progress.step("waiting: " + e.getMessage());
        pause();
      }
    }
  }

  private void afterwards(java.sql.Connection connection, AccountSettings settings)
      throws SQLException, IOException {
    if (dryRun && reports == null) {
      return;
    }
    LocalDate day = Dates.date(date, settings.zone(), clock);
    Path folder = reports == null ? Path.of(config.reportDir()) : reports;
    Path written = new ReportFiles(folder, clock).write(connection, settings, day, null);
    spec.commandLine().getOut().println(settings.name() + ": reports in " + written);
    if (config.metricsFile().isPresent() && !dryRun) {
      Metrics.write(connection, Path.of(config.metricsFile().get()));
    }
  }

  private void tell(String name, LocalDate day, Night.Result result) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%s %s version %d: %d rows, %s%s%n",
        name,
        day,
        result.version(),
        result.rows(),
        result.balanced() ? "balanced" : "NOT balanced",
        result.closes() ? "" : "; the control totals do not close");
    if (result.repairs().sent() > 0) {
      out.printf(
          "%s: %d repairs sent, %d booked, %d not delivered%n",
          name, result.repairs().sent(), result.repairs().booked(), result.repairs().undelivered());
    }
    out.flush();
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
