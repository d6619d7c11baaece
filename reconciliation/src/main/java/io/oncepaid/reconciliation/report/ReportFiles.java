package io.oncepaid.reconciliation.report;

import io.oncepaid.reconciliation.AccountSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;

/** Writes a report in all its forms into {@code <folder>/<account>/<date>/}. */
public final class ReportFiles {
  private final Path folder;
  private final Clock clock;

  public ReportFiles(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
  }

  /** A report, and where its files are. */
  public record Written(Path folder, Report report) {}

  /**
   * Writes report.en.html, report.zh.html, the same as CSV and XLSX, report.json, and metadata.json
   * with the time of writing, which stands nowhere else.
   *
   * @param asOf what was known then; null for all that is known
   */
  public Written write(Connection connection, AccountSettings account, LocalDate date, Instant asOf)
      throws SQLException, IOException {
    Reports reports = new Reports(connection);
    Report report = reports.read(account, date, asOf);
    Path target = folder.resolve(account.name()).resolve(date.toString());
    Files.createDirectories(target);
    for (Words words : Words.values()) {
      String name = "report." + words.code();
      Files.writeString(target.resolve(name + ".html"), HtmlReport.render(report, words));
      CsvReport.write(target.resolve(name + ".csv"), report, reports, asOf, words);
      XlsxReport.write(target.resolve(name + ".xlsx"), report, words);
    }
    Files.writeString(target.resolve("report.json"), JsonReport.render(report));
    Files.writeString(
        target.resolve("metadata.json"), "{\"generated_at\": \"" + clock.instant() + "\"}\n");
    return new Written(target, report);
  }
}
