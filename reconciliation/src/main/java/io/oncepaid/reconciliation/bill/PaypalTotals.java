package io.oncepaid.reconciliation.bill;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.util.Map;
import java.util.TreeMap;

/** The sums of one section of PayPal's report, to be compared with its SF and SC rows. */
final class PaypalTotals {
  private final String file;
  private final Map<String, long[]> sums = new TreeMap<>();
  private long rows;

  PaypalTotals(String file) {
    this.file = file;
  }

  void addRow(String currency) {
    rows++;
    sum(currency)[4]++;
  }

  void addGross(String currency, boolean credit, long amount) {
    sum(currency)[credit ? 0 : 1] += amount;
  }

  void addFee(String currency, boolean credit, long amount) {
    sum(currency)[credit ? 2 : 3] += amount;
  }

  /** Compares one SF row; the order of its six balances is not documented. */
  void check(CsvRecord told, BillSummary summary) {
    long line = told.getStartingLineNumber();
    int last = told.getFieldCount() - 1;
    if (last < 6) {
      throw new BillError(file, line, "SF", "cut off");
    }
    String currency = told.getField(1);
    long[] sum = sums.remove(currency);
    if (sum == null) {
      sum = new long[5];
    }
    String[] names = {"gross credits", "gross debits", "fee credits", "fee debits"};
    for (int i = 0; i < names.length; i++) {
      Check.equal(file, line, "SF " + names[i], number(told, 2 + i), sum[i], 0);
      summary.figure(names[i] + " " + currency, sum[i]);
    }
    Check.equal(file, line, "SF row count", number(told, last), sum[4], 0);
  }

  void checkCount(CsvRecord told) {
    long line = told.getStartingLineNumber();
    if (!told.getField(0).equals("SC") || told.getFieldCount() < 2) {
      throw new BillError(file, line, "", "SF or SC must stand here");
    }
    Check.equal(file, line, "SC row count", number(told, 1), rows, 0);
    if (!sums.isEmpty()) {
      throw new BillError(file, line, "", "no SF for " + String.join(", ", sums.keySet()));
    }
  }

  private long[] sum(String currency) {
    return sums.computeIfAbsent(currency, key -> new long[5]);
  }

  private long number(CsvRecord record, int field) {
    try {
      return Decimals.parse(record.getField(field), 0);
    } catch (NumberFormatException | ArithmeticException e) {
      throw new BillError(
          file,
          record.getStartingLineNumber(),
          record.getField(0),
          "not a number: " + Cells.printable(record.getField(field)));
    }
  }
}
