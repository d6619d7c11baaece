package io.oncepaid.reconciliation.run;

import io.oncepaid.reconciliation.AccountSettings;
import io.oncepaid.reconciliation.bill.BillFormat;
import io.oncepaid.reconciliation.bill.BillOpener;
import io.oncepaid.reconciliation.bill.BillSummary;
import io.oncepaid.reconciliation.compare.Comparison;
import io.oncepaid.reconciliation.compare.Sql;
import io.oncepaid.reconciliation.compare.Staging;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Reads a bill into staging and compares it, in one transaction that the caller ends. */
final class Comparer {
  private static final long TELL_EVERY = 1 << 14;

  private static final String COMPARED =
      """
      UPDATE reconciliation_run SET status = 'COMPARED', compared_at = now(), balanced = :balanced,
          format = :format, bill_rows = :rows, window_from = :from, window_to = :to,
          carried_from = :carried_from, bill_sha256 = coalesce(bill_sha256, :sha)
      WHERE id = :run AND lease_holder = :holder
      """;

  private final Connection connection;
  private final AccountSettings account;
  private final List<String> accounts;
  private final Progress progress;

  Comparer(
      Connection connection, AccountSettings account, List<String> accounts, Progress progress) {
    this.connection = connection;
    this.account = account;
    this.accounts = accounts;
    this.progress = progress;
  }

  /** How the comparison came out. */
  record Compared(boolean closes, boolean balanced, long rows) {}

  /**
   * Compares within the connection's transaction.
   *
   * @throws io.oncepaid.reconciliation.bill.BillError when the bill must not be believed
   * @throws SQLException also when the lease was lost
   */
  Compared compare(RunRow run, Path bill, String name, Optional<BillFormat> format, String sha256)
      throws IOException, SQLException {
    try (BillOpener opener = BillOpener.open(bill, name, format)) {
      progress.step("reading " + opener.format().name());
      BillSummary summary = stage(opener, run);
      progress.rows(summary.rows(), 1);
      progress.step("comparing " + summary.rows() + " rows");
      Comparison comparison =
          new Comparison(
              run.id(),
              account.name(),
              account.merchant(),
              accounts,
              account.day(run.date()),
              run.asOf(),
              account.nearCutOff(),
              account.waitDays(),
              account.longWaitDays());
      Comparison.Outcome outcome =
          comparison.compare(connection, summary, opener.format().dating());
      mark(run, opener.format().name(), summary.rows(), outcome, sha256);
      return new Compared(outcome.closes(), outcome.balanced(), summary.rows());
    }
  }

  private BillSummary stage(BillOpener opener, RunRow run) throws IOException, SQLException {
    try (Staging staging = new Staging(connection)) {
      long[] rows = new long[1];
      BillSummary summary =
          opener.read(
              account.expectation(run.date(), opener.format().dating()),
              row -> {
                staging.add(row);
                if (++rows[0] % TELL_EVERY == 0) {
                  progress.rows(rows[0], opener.fraction());
                }
              });
      staging.finish();
      return summary;
    }
  }

  private void mark(RunRow run, String format, long rows, Comparison.Outcome outcome, String sha256)
      throws SQLException {
    long mine =
        new Sql(connection)
            .with("run", run.id())
            .with("holder", run.holder())
            .with("balanced", outcome.balanced())
            .with("format", format)
            .with("rows", rows)
            .with("from", outcome.from())
            .with("to", outcome.to())
            .with("carried_from", outcome.carriedFrom())
            .with("sha", sha256)
            .run(COMPARED);
    if (mine != 1) {
      throw new SQLException("the lease of " + account.name() + " " + run.date() + " was lost");
    }
  }
}
