package io.oncepaid.reconciliation.report;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;

/** All findings, one a line; spreadsheet programs read it as UTF-8 because of its first bytes. */
final class CsvReport {
  private CsvReport() {}

  static void write(Path file, Report report, Reports reports, Instant asOf, Words words)
      throws IOException, SQLException {
    try (Writer out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      out.write('\ufeff');
      try (CsvWriter csv = CsvWriter.builder().build(out)) {
        csv.writeRecord(Table.heads(words));
        reports.each(
            report.run(),
            asOf,
            finding -> csv.writeRecord(harmless(Table.cells(finding, report.zone(), words))));
      }
    }
  }

  /**
   * What a spreadsheet would take for something else: a formula, or a number of so many digits that
   * it would round it.
   */
  private static List<String> harmless(List<String> cells) {
    return cells.stream()
        .map(c -> c.matches("(?s)[=+\\-@\t\r].*") ? "'" + c : c)
        .map(c -> c.matches("[0-9]{12,}") ? c + "\t" : c)
        .toList();
  }
}
