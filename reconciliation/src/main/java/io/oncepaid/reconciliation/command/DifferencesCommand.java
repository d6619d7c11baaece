package io.oncepaid.reconciliation.command;

import io.oncepaid.reconciliation.AccountSettings;
import io.oncepaid.reconciliation.Accounts;
import io.oncepaid.reconciliation.report.JsonReport;
import io.oncepaid.reconciliation.report.Report;
import io.oncepaid.reconciliation.report.Reports;
import io.oncepaid.reconciliation.run.Database;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the differences of a day. */
@Command(
    name = "differences",
    mixinStandardHelpOptions = true,
    description = "Lists the differences of a day, one JSON object a line with --json.")
public class DifferencesCommand implements Callable<Integer> {
  @Spec CommandSpec spec;

  @Option(names = "--account", required = true, description = "The account.")
  String account;

  @Option(names = "--date", defaultValue = "yesterday", description = "The business day.")
  String date;

  @Option(names = "--json", description = "For machines; amounts in minor units.")
  boolean json;

  @Option(names = "--all", description = "Also what is explained, waits, or was resolved.")
  boolean all;

  private final Accounts accounts;
  private final Database database;
  private final Clock clock;

  DifferencesCommand(Accounts accounts, Database database, Clock clock) {
    this.accounts = accounts;
    this.database = database;
    this.clock = clock;
  }

  @Override
  public Integer call() {
    return ExitCodes.of(spec.commandLine().getErr(), this::list);
  }

  private int list() throws SQLException, IOException {
    AccountSettings settings = accounts.get(account);
    PrintWriter out = spec.commandLine().getOut();
    try (Connection connection = database.connect()) {
      Reports reports = new Reports(connection);
      Report report = reports.read(settings, Dates.date(date, settings.zone(), clock), null);
      reports.each(
          report.run(),
          null,
          finding -> {
            if (all || finding.outcome().equals("DIFFERENCE")) {
              out.println(
                  json
                      ? JsonReport.line(finding)
                      : String.join(
                          "  ",
                          finding.id(),
                          finding.outcome(),
                          finding.type(),
                          finding.amount() + " " + finding.currency(),
                          finding.outTradeNo(),
                          finding.transactionId(),
                          finding.outRefundNo(),
                          finding.state()));
            }
          });
      out.flush();
      return report.count("DIFFERENCE") == 0 ? ExitCodes.BALANCED : ExitCodes.DIFFERENCES;
    }
  }
}
