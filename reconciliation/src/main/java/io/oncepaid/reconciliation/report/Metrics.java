package io.oncepaid.reconciliation.report;

import io.oncepaid.reconciliation.compare.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The latest run of every account, for node-exporter's textfile collector. */
public final class Metrics {
  private static final String LATEST =
      """
      SELECT DISTINCT ON (r.account) r.account, extract(epoch FROM r.bill_date)::bigint,
          r.status = 'FAILED', coalesce(r.balanced, false), coalesce(r.bill_rows, 0),
          extract(epoch FROM coalesce(r.finished_at, r.compared_at, r.started_at))::bigint,
          (SELECT count(*) FROM reconciliation_finding f
              WHERE f.run_id = r.id AND f.outcome = 'DIFFERENCE'),
          (SELECT count(*) FROM reconciliation_finding f
              WHERE f.run_id = r.id AND f.outcome = 'WAITING')
      FROM reconciliation_run r WHERE r.status <> 'RUNNING'
      ORDER BY r.account, r.bill_date DESC, r.version DESC
      """;
  private static final String[] NAMES = {
    "bill_date_seconds",
    "failed",
    "balanced",
    "bill_rows",
    "finished_seconds",
    "differences",
    "waiting_rows"
  };

  private Metrics() {}

  /** Replaces the file in one step, so that the collector never reads half of it. */
  public static void write(Connection connection, Path file) throws SQLException, IOException {
    StringBuilder[] series = new StringBuilder[NAMES.length];
    for (int i = 0; i < NAMES.length; i++) {
      series[i] = new StringBuilder("# TYPE oncepaid_reconciliation_" + NAMES[i] + " gauge\n");
    }
    try (PreparedStatement statement = new Sql(connection).prepare(LATEST);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        for (int i = 0; i < NAMES.length; i++) {
          Object value = rows.getObject(i + 2);
          series[i]
              .append("oncepaid_reconciliation_")
              .append(NAMES[i])
              .append("{account=\"")
              .append(rows.getString(1).replace("\\", "\\\\").replace("\"", "\\\""))
              .append("\"} ")
              .append(value instanceof Boolean yes ? yes ? "1" : "0" : value)
              .append('\n');
        }
      }
    }
    Path draft = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(draft, String.join("", series));
    Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
