package io.oncepaid.reconciliation.report;

import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;

/** The spreadsheet: control totals, and the findings. */
final class XlsxReport {

  private XlsxReport() {}

  static void write(Path file, Report report, Words words) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".part");
    try (OutputStream out = Files.newOutputStream(draft);
        Workbook book = new Workbook(out, "oncepaid", "1.0")) {
      totals(book.newWorksheet(words.of("control totals")), report, words);
      findings(book.newWorksheet(words.of("differences")), report, words);
    }
    timeless(draft, file);
    Files.delete(draft);
  }

  private static void totals(Worksheet sheet, Report report, Words words) {
    List<String> shares =
        List.of("TOTAL", "MATCHED", "EXPLAINED", "WAITING", "DIFFERENCE", "remainder");
    sheet.value(0, 0, report.account() + " " + report.date());
    sheet.value(0, 1, words.of(report.balanced() ? "balanced" : "not balanced"));
    sheet.style(0, 0).bold().set();
    for (int i = 0; i < shares.size(); i++) {
      sheet.value(2, 3 + 2 * i, words.of(shares.get(i)) + " " + words.of("rows"));
      sheet.value(2, 4 + 2 * i, words.of(shares.get(i)) + " " + words.of("amount"));
    }
    sheet.range(2, 0, 2, 2 + 2 * shares.size()).style().bold().set();
    int row = 3;
    for (Total total : report.totals()) {
      sheet.value(row, 0, words.of(total.side()));
      sheet.value(row, 1, words.of(total.movement()));
      sheet.value(row, 2, total.currency());
      int column = 3;
      for (Total.Share share :
          List.of(
              total.total(),
              total.matched(),
              total.explained(),
              total.waiting(),
              total.difference(),
              total.remainder())) {
        sheet.value(row, column++, share.rows());
        sheet.value(row, column, Amounts.decimal(share.amount(), total.currency()));
        sheet.style(row, column++).format("#,##0.00").set();
      }
      row++;
    }
    sheet.width(0, 26);
    sheet.width(1, 22);
  }

  private static void findings(Worksheet sheet, Report report, Words words) {
    List<String> heads = Table.heads(words);
    for (int i = 0; i < heads.size(); i++) {
      sheet.value(0, i, heads.get(i));
    }
    sheet.range(0, 0, 0, heads.size() - 1).style().bold().set();
    sheet.freezePane(0, 1);
    int row = 1;
    for (Finding finding : report.findings()) {
      List<String> cells = Table.cells(finding, report.zone(), words);
      for (int i = 0; i < cells.size(); i++) {
        sheet.value(row, i, cells.get(i));
      }
      money(sheet, row, Table.GATEWAY_AMOUNT, finding.billAmount(), finding.billCurrency());
      money(sheet, row, Table.OUR_AMOUNT, finding.ourAmount(), finding.ourCurrency());
      row++;
    }
    for (int i = 0; i < heads.size(); i++) {
      sheet.width(i, i == heads.size() - 1 ? 70 : i >= 3 && i <= 5 ? 32 : 20);
    }
  }

  /** A number that can be summed. */
  private static void money(Worksheet sheet, int row, int column, Long minor, String currency) {
    if (minor != null) {
      BigDecimal value = Amounts.decimal(BigDecimal.valueOf(minor), currency);
      sheet.value(row, column, value);
      String digits = value.scale() > 0 ? "." + "0".repeat(value.scale()) : "";
      sheet.style(row, column).format("#,##0" + digits).set();
    }
  }

  /** The same workbook without the times at which it was written. */
  private static void timeless(Path from, Path to) throws IOException {
    try (ZipFile workbook = new ZipFile(from.toFile());
        ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(to))) {
      for (ZipEntry entry : workbook.stream().toList()) {
        ZipEntry plain = new ZipEntry(entry.getName());
        plain.setTimeLocal(LocalDateTime.of(2000, 1, 1, 0, 0));
        out.putNextEntry(plain);
        byte[] content = workbook.getInputStream(entry).readAllBytes();
        if (entry.getName().equals("docProps/core.xml")) {
          content =
              new String(content, StandardCharsets.UTF_8)
                  .replaceAll("\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z?", "2000-01-01T00:00:00Z")
                  .getBytes(StandardCharsets.UTF_8);
        }
        out.write(content);
        out.closeEntry();
      }
    }
  }
}
