package io.oncepaid.reconciliation.bill;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The frame that every Alipay file has: {@code #} lines with title, account and period, a header,
 * rows, {@code #} lines with totals and the time of export, without which the file is incomplete.
 */
final class AlipayArchive {
  private static final Pattern ACCOUNT = Pattern.compile("账号：\\[([0-9A-Za-z@._-]+)\\]");
  private static final Pattern PERIOD =
      Pattern.compile(
          "起始日期：\\[([0-9]{4})年([0-9]{2})月([0-9]{2})日 00:00:00\\]\\s+"
              + "终止日期：\\[[0-9]{4}年[0-9]{2}月[0-9]{2}日 00:00:00\\]");
  private static final Pattern EXPORTED =
      Pattern.compile("导出时间：\\[[0-9]{4}年[0-9]{2}月[0-9]{2}日 [0-9:]{8}\\]");

  private final String file;
  private final Texts.Records records;
  private Columns columns;

  /** Reads up to the header. */
  AlipayArchive(String file, Texts.Records records, String title, Expectation expectation)
      throws IOException {
    this.file = file;
    this.records = records;
    CsvRecord first = records.next("#" + title);
    if (!first.isComment() || !first.getField(0).strip().equals(title)) {
      throw new BillError(file, 1, "", "must begin with #" + title);
    }
    checkAccount(records.next("#账号"), expectation);
    checkPeriod(records.next("#起始日期"), expectation);
    needRule(records.next("#---列表---"));
    CsvRecord header = records.next("the header");
    columns = new Columns(file, header.getStartingLineNumber(), header.getFields());
  }

  Columns columns() {
    return columns;
  }

  /** Hands over the rows, until the rule that ends them. */
  List<CsvRecord> rows(RowReader reader) throws IOException {
    Cells cells = new Cells(file, columns);
    while (true) {
      CsvRecord record = records.next("a row or the rule 列表结束");
      if (record.isComment()) {
        if (!record.getField(0).contains("列表结束")) {
          throw new BillError(
              file, record.getStartingLineNumber(), "", "the rule 列表结束 must follow the rows");
        }
        return footer();
      }
      cells.moveTo(record.getStartingLineNumber(), record.getFields());
      reader.read(cells);
    }
  }

  /** The # lines after the rows, complete with the time of export. */
  private List<CsvRecord> footer() throws IOException {
    List<CsvRecord> footer = new ArrayList<>();
    while (true) {
      CsvRecord record = records.next("#导出时间");
      if (!record.isComment()) {
        throw new BillError(
            file, record.getStartingLineNumber(), "", "only # lines may follow the rows");
      }
      if (EXPORTED.matcher(record.getField(0).strip()).matches()) {
        break;
      }
      footer.add(record);
    }
    if (records.hasNext()) {
      CsvRecord more = records.next("");
      if (!more.getFields().equals(List.of("")) || records.hasNext()) {
        throw new BillError(
            file, more.getStartingLineNumber(), "", "something follows the end of the bill");
      }
    }
    return footer;
  }

  /** The footer's line of this form. */
  Matcher footerLine(List<CsvRecord> footer, Pattern form, String what) {
    Matcher found = null;
    for (CsvRecord record : footer) {
      Matcher matcher = form.matcher(record.getField(0).strip());
      if (matcher.matches()) {
        if (found != null) {
          throw new BillError(file, record.getStartingLineNumber(), "", "#" + what + " twice");
        }
        found = matcher;
      }
    }
    if (found == null) {
      throw new BillError(file, 0, "", "no line #" + what + " at the end; the file is incomplete");
    }
    return found;
  }

  private void checkAccount(CsvRecord record, Expectation expectation) {
    Matcher account = ACCOUNT.matcher(record.getField(0).strip());
    if (!record.isComment() || !account.matches()) {
      throw new BillError(file, record.getStartingLineNumber(), "", "must be #账号：[…]");
    }
    // The account is the partner id 2088… with four digits behind it.
    String id = account.group(1);
    if (!expectation.isOwner(id) && !expectation.isOwner(id.substring(0, id.length() - 4))) {
      throw new BillError(
          file,
          record.getStartingLineNumber(),
          "账号",
          "the bill is of " + id + ", not of " + String.join(", ", expectation.owners()));
    }
  }

  private void checkPeriod(CsvRecord record, Expectation expectation) {
    Matcher period = PERIOD.matcher(record.getField(0).strip());
    if (!record.isComment() || !period.matches()) {
      throw new BillError(file, record.getStartingLineNumber(), "", "must be #起始日期：[…]   终止日期：[…]");
    }
    String date = period.group(1) + "-" + period.group(2) + "-" + period.group(3);
    if (expectation.date() != null && !date.equals(expectation.date().toString())) {
      throw new BillError(
          file,
          record.getStartingLineNumber(),
          "起始日期",
          "the bill is of " + date + ", not of " + expectation.date());
    }
  }

  private void needRule(CsvRecord record) {
    if (!record.isComment() || !record.getField(0).contains("列表")) {
      throw new BillError(file, record.getStartingLineNumber(), "", "must be the rule #---列表---");
    }
  }

  /** Takes one row. */
  @FunctionalInterface
  interface RowReader {
    void read(Cells cells) throws IOException;
  }
}
