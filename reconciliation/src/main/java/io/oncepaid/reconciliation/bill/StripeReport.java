package io.oncepaid.reconciliation.bill;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;

/**
 * Stripe's itemized reports: balance change from activity (a day's movements) and payout
 * reconciliation (what one payout settles).
 */
final class StripeReport implements BillFormat {
  private final String name;
  private final Dating dating;
  private final boolean payoutFirst;

  private StripeReport(String name, Dating dating, boolean payoutFirst) {
    this.name = name;
    this.dating = dating;
    this.payoutFirst = payoutFirst;
  }

  static StripeReport activity() {
    return new StripeReport("stripe-activity", Dating.BY_DAY, false);
  }

  static StripeReport payout() {
    return new StripeReport("stripe-payout", Dating.BY_SETTLEMENT, true);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Dating dating() {
    return dating;
  }

  /** The two share their columns; the payout's report begins with its payout. */
  @Override
  public boolean matches(String head) {
    String first = head.lines().findFirst().orElse("").replace("\"", "");
    return first.contains("balance_transaction_id")
        && first.contains("reporting_category")
        && first.startsWith("automatic_payout_id") == payoutFirst;
  }

  @Override
  public BillSummary read(BillFile file, Expectation expectation, RowSink sink) throws IOException {
    Texts.Records records = Texts.csv(file, file.content(), StandardCharsets.UTF_8);
    CsvRecord header = records.next("the header");
    Columns columns = new Columns(file.name(), 1, header.getFields());
    StripeRow reader = new StripeRow(columns, expectation);
    Cells cells = new Cells(file.name(), columns);
    BillSummary summary = new BillSummary();
    summary.lists(EnumSet.complementOf(EnumSet.of(Movement.OTHER)));
    while (records.hasNext()) {
      CsvRecord record = records.next("");
      cells.moveTo(record.getStartingLineNumber(), record.getFields());
      BillRow row = reader.read(cells);
      summary.add(row);
      sink.accept(row);
    }
    summary.figure("gross", reader.gross());
    summary.figure("fee", reader.fee());
    summary.figure("net", reader.net());
    return summary;
  }
}
