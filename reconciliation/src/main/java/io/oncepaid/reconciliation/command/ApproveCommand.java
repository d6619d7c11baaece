package io.oncepaid.reconciliation.command;

import io.oncepaid.reconciliation.Accounts;
import io.oncepaid.reconciliation.CannotRun;
import io.oncepaid.reconciliation.compare.Sql;
import io.oncepaid.reconciliation.repair.Repair;
import io.oncepaid.reconciliation.run.Database;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A person's word that proposed repairs may be sent; they are sent at once. */
@Command(
    name = "approve",
    mixinStandardHelpOptions = true,
    description = "Approves proposed repairs and sends them to the service.")
public class ApproveCommand implements Callable<Integer> {
  /** Proposals of the latest versions only, not approved before. */
  private static final String APPROVE =
      """
      INSERT INTO reconciliation_action (finding_id, what, actor)
      SELECT f.id, 'APPROVED', :name
      FROM reconciliation_finding f JOIN reconciliation_run r ON r.id = f.run_id
      WHERE r.status = 'DONE' AND f.outcome = 'DIFFERENCE'
          AND f.type IN ('MISSING_HERE', 'REFUND_MISSING_HERE')
          AND r.version = (SELECT max(version) FROM reconciliation_run l
              WHERE l.account = r.account AND l.bill_date = r.bill_date AND l.status = 'DONE')
          AND (f.id = :difference OR f.bill_amount < :below)
          AND (:account::text IS NULL OR r.account = :account)
          AND NOT EXISTS (SELECT FROM reconciliation_action a
              WHERE a.finding_id = f.id AND (a.what = 'APPROVED'
                  OR a.what = 'SENT' AND a.at >= r.started_at))
      RETURNING finding_id
      """;

  private static final String RUNS =
      """
      SELECT DISTINCT f.run_id FROM reconciliation_finding f
      JOIN reconciliation_run r ON r.id = f.run_id AND r.status = 'DONE'
      WHERE f.id = ANY (:approved)
      """;

  @Spec CommandSpec spec;

  @Option(names = "--difference", description = "The difference's id.")
  String difference;

  @Option(names = "--all-below", description = "All of less than this, in minor units.")
  Long below;

  @Option(names = "--account", description = "Of this account only.")
  String account;

  @Option(names = "--by", required = true, description = "Who approves.")
  String name;

  private final Database database;
  private final Repair repair;
  private final Accounts accounts;

  ApproveCommand(Database database, Repair repair, Accounts accounts) {
    this.database = database;
    this.repair = repair;
    this.accounts = accounts;
  }

  @Override
  public Integer call() {
    return ExitCodes.of(spec.commandLine().getErr(), this::approve);
  }

  private int approve() throws SQLException {
    if ((difference == null) == (below == null)) {
      throw new CannotRun("give either --difference or --all-below");
    }
    if (account != null) {
      accounts.get(account);
    }
    try (Connection connection = database.connect()) {
      Sql sql =
          new Sql(connection)
              .with("name", name)
              .with("difference", difference == null ? "" : difference)
              .with("below", below == null ? 0L : below)
              .with("account", account);
      Set<String> approved = texts(sql, APPROVE);
      PrintWriter out = spec.commandLine().getOut();
      out.println(approved.size() + " approved");
      if (approved.isEmpty()) {
        throw new CannotRun("nothing there that waits for an approval");
      }
      sql.with("approved", approved.toArray(String[]::new));
      int undelivered = 0;
      for (String run : texts(sql, RUNS)) {
        Repair.Tally tally = repair.run(connection, Long.parseLong(run), 0);
        undelivered += tally.undelivered();
        out.printf("%d sent, %d booked%n", tally.sent(), tally.booked());
      }
      out.flush();
      return undelivered == 0 ? ExitCodes.BALANCED : ExitCodes.INCOMPLETE;
    }
  }

  private static Set<String> texts(Sql sql, String query) throws SQLException {
    Set<String> texts = new TreeSet<>();
    try (PreparedStatement statement = sql.prepare(query);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }
}
