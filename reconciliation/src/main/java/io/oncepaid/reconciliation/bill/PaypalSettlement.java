package io.oncepaid.reconciliation.bill;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;

/**
 * PayPal's settlement report (STL): sections of rows (SB) between a head (SH) and totals per
 * currency (SF) and a count (SC). The report's own footer (RF, RC, FF) is not documented well
 * enough to be checked.
 */
final class PaypalSettlement implements BillFormat {
  static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss xx");

  @Override
  public String name() {
    return "paypal";
  }

  @Override
  public Dating dating() {
    return Dating.BY_DAY;
  }

  @Override
  public boolean matches(String head) {
    return head.startsWith("\"RH\",") || head.startsWith("RH,");
  }

  @Override
  public BillSummary read(BillFile file, Expectation expectation, RowSink sink) throws IOException {
    Texts.Records records = Texts.csv(file, file.content(), StandardCharsets.UTF_8);
    BillSummary summary = new BillSummary();
    summary.lists(EnumSet.complementOf(EnumSet.of(Movement.OTHER)));
    CsvRecord head = records.next("RH");
    need(file, head, "RH", 4);
    checkOwner(file, head, 3, expectation);
    need(file, records.next("FH"), "FH", 2);
    CsvRecord section = records.next("SH");
    boolean any = false;
    while (section.getField(0).equals("SH")) {
      any = true;
      need(file, section, "SH", 4);
      checkSection(file, section, expectation);
      section = readSection(file, records, expectation, sink, summary);
    }
    if (!any) {
      need(file, section, "SH", 4);
    }
    List<String> rest = List.of("RF", "RC", "FF");
    while (!section.getField(0).equals("FF")) {
      if (!rest.contains(section.getField(0))) {
        throw new BillError(
            file.name(), section.getStartingLineNumber(), "", "RF, RC or FF must stand here");
      }
      section = records.next("FF");
    }
    if (records.hasNext()) {
      throw new BillError(
          file.name(), section.getStartingLineNumber() + 1, "", "something follows the end");
    }
    return summary;
  }

  /** Reads CH to SC; returns the record after it. */
  private static CsvRecord readSection(
      BillFile file,
      Texts.Records records,
      Expectation expectation,
      RowSink sink,
      BillSummary summary)
      throws IOException {
    CsvRecord header = records.next("CH");
    need(file, header, "CH", 10);
    Columns columns = new Columns(file.name(), header.getStartingLineNumber(), header.getFields());
    Cells cells = new Cells(file.name(), columns);
    PaypalRow reader = new PaypalRow(columns, expectation);
    PaypalTotals totals = new PaypalTotals(file.name());
    CsvRecord record = records.next("SB or SF");
    for (; record.getField(0).equals("SB"); record = records.next("SB or SF")) {
      cells.moveTo(record.getStartingLineNumber(), record.getFields());
      BillRow row = reader.read(cells, totals);
      summary.add(row);
      sink.accept(row);
    }
    for (; record.getField(0).equals("SF"); record = records.next("SF or SC")) {
      totals.check(record, summary);
    }
    totals.checkCount(record);
    return records.next("SH or RF");
  }

  private static void checkSection(BillFile file, CsvRecord record, Expectation expectation) {
    checkOwner(file, record, 3, expectation);
    try {
      OffsetDateTime start = OffsetDateTime.parse(record.getField(1), TIME);
      OffsetDateTime end = OffsetDateTime.parse(record.getField(2), TIME);
      if (!expectation.isOfDay(start.toInstant()) || !expectation.isOfDay(end.toInstant())) {
        throw new BillError(
            file.name(),
            record.getStartingLineNumber(),
            "SH",
            record.getField(1)
                + " to "
                + record.getField(2)
                + " is not the business day "
                + expectation.date());
      }
    } catch (DateTimeException e) {
      throw new BillError(file.name(), record.getStartingLineNumber(), "SH", "not a time");
    }
  }

  private static void checkOwner(
      BillFile file, CsvRecord record, int field, Expectation expectation) {
    String owner = record.getField(field);
    if (!expectation.isOwner(owner)) {
      throw new BillError(
          file.name(),
          record.getStartingLineNumber(),
          "account",
          "the bill is of "
              + Cells.printable(owner)
              + ", not of "
              + String.join(", ", expectation.owners()));
    }
  }

  private static void need(BillFile file, CsvRecord record, String type, int fields) {
    if (!record.getField(0).equals(type) || record.getFieldCount() < fields) {
      throw new BillError(
          file.name(),
          record.getStartingLineNumber(),
          "",
          "a complete " + type + " must stand here");
    }
  }
}
