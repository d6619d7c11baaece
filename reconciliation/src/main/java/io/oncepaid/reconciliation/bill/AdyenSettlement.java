package io.oncepaid.reconciliation.bill;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Map;
import java.util.TreeMap;

/** Adyen's settlement details: one batch, whose credits and debits cancel out. */
final class AdyenSettlement implements BillFormat {
  @Override
  public String name() {
    return "adyen";
  }

  @Override
  public Dating dating() {
    return Dating.BY_SETTLEMENT;
  }

  @Override
  public boolean matches(String head) {
    String first = head.lines().findFirst().orElse("");
    return first.contains("Psp Reference") && first.contains("Net Credit (NC)");
  }

  @Override
  public BillSummary read(BillFile file, Expectation expectation, RowSink sink) throws IOException {
    Texts.Records records = Texts.csv(file, file.content(), StandardCharsets.UTF_8);
    CsvRecord header = records.next("the header");
    Columns columns = new Columns(file.name(), 1, header.getFields());
    AdyenRow reader = new AdyenRow(file.name(), columns, expectation);
    Cells cells = new Cells(file.name(), columns);
    BillSummary summary = new BillSummary();
    summary.lists(EnumSet.complementOf(EnumSet.of(Movement.OTHER)));
    Map<String, Long> balance = new TreeMap<>();
    while (records.hasNext()) {
      CsvRecord record = records.next("");
      cells.moveTo(record.getStartingLineNumber(), record.getFields());
      BillRow row = reader.read(cells);
      balance.merge(reader.netCurrency(), reader.net(), Math::addExact);
      summary.add(row);
      sink.accept(row);
    }
    for (Map.Entry<String, Long> sum : balance.entrySet()) {
      Check.equal(
          file.name(),
          0,
          "Net Credit (NC) less Net Debit (NC) " + sum.getKey(),
          0,
          sum.getValue(),
          Decimals.digits(sum.getKey()));
    }
    summary.figure("payout", reader.payout());
    return summary;
  }
}
