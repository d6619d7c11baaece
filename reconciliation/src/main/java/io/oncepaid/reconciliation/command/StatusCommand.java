package io.oncepaid.reconciliation.command;

import io.oncepaid.reconciliation.compare.Sql;
import io.oncepaid.reconciliation.run.Database;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The latest runs. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = "Lists the latest run of every account and day.")
public class StatusCommand implements Callable<Integer> {
  private static final String LATEST =
      """
      SELECT DISTINCT ON (r.bill_date, r.account) r.bill_date::text, r.account, r.version, r.status,
          r.balanced, coalesce(r.bill_rows, 0), coalesce(r.problem, ''),
          (SELECT count(*) FROM reconciliation_finding f
              WHERE f.run_id = r.id AND f.outcome = 'DIFFERENCE'),
          r.status IN ('RUNNING', 'COMPARED') AND l.lease_until < now()
      FROM reconciliation_run r LEFT JOIN reconciliation_lease l ON l.run_id = r.id
      WHERE r.bill_date > current_date - :days::integer
      ORDER BY r.bill_date DESC, r.account, r.version DESC
      """;

  @Spec CommandSpec spec;

  @Option(names = "--days", defaultValue = "31", description = "So many days back.")
  int days;

  private final Database database;

  StatusCommand(Database database) {
    this.database = database;
  }

  @Override
  public Integer call() {
    return ExitCodes.of(spec.commandLine().getErr(), this::list);
  }

  private int list() throws SQLException {
    PrintWriter out = spec.commandLine().getOut();
    int worst = ExitCodes.BALANCED;
    try (Connection connection = database.connect();
        PreparedStatement statement = new Sql(connection).with("days", days).prepare(LATEST);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        boolean balanced = rows.getBoolean(5);
        boolean ended = rows.getString(4).equals("DONE");
        String state = ended ? balanced ? "balanced" : "NOT balanced" : rows.getString(4);
        out.printf(
            "%s  %s  version %d  %s  %d rows  %d differences%s%s%n",
            rows.getString(1),
            rows.getString(2),
            rows.getInt(3),
            state,
            rows.getLong(6),
            rows.getLong(8),
            rows.getBoolean(9) ? "  its process died; run it again" : "",
            rows.getString(7).isEmpty() ? "" : "  " + rows.getString(7));
        int code =
            ended ? balanced ? ExitCodes.BALANCED : ExitCodes.DIFFERENCES : ExitCodes.INCOMPLETE;
        worst = Math.max(worst, code);
      }
    }
    out.flush();
    return worst;
  }
}
