package io.oncepaid.reconciliation.bill;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/** One SB row of PayPal's report; amounts are unsigned whole hundredths with CR or DR beside. */
final class PaypalRow {
  private static final Pattern EVENT = Pattern.compile("T[0-9]{4}");

  private final Columns columns;
  private final Expectation expectation;

  PaypalRow(Columns columns, Expectation expectation) {
    this.columns = columns;
    this.expectation = expectation;
  }

  BillRow read(Cells cells, PaypalTotals totals) {
    int grossColumn = columns.need("Gross Transaction Amount");
    String currency = cells.currency(columns.need("Gross Transaction Currency"));
    boolean credit = isCredit(cells, columns.need("Transaction Debit or Credit"));
    long told = unsigned(cells, grossColumn);
    totals.addRow(currency);
    totals.addGross(currency, credit, told);
    String feeCurrency = currency;
    long fee = 0;
    int feeColumn = columns.need("Fee Amount");
    int feeSide = columns.need("Fee Debit or Credit");
    if (!cells.text(feeColumn).isEmpty()) {
      boolean feeCredit = isCredit(cells, feeSide);
      feeCurrency = cells.currency(columns.need("Fee Currency"));
      long toldFee = unsigned(cells, feeColumn);
      totals.addFee(feeCurrency, feeCredit, toldFee);
      fee = minor(cells, feeColumn, toldFee, feeCurrency) * (feeCredit ? -1 : 1);
    } else if (!cells.text(feeSide).isEmpty()) {
      throw cells.error(feeColumn, "empty beside " + cells.text(feeSide));
    }
    long amount = minor(cells, grossColumn, told, currency);
    Movement movement = movement(cells, credit);
    String id = cells.neededId(columns.need("Transaction ID"));
    boolean pay = movement == Movement.PAY;
    boolean other = movement == Movement.OTHER;
    int reference = columns.need("PayPal Reference ID");
    return new BillRow(
        cells.line(),
        movement,
        other ? "" : cells.id(columns.need("Invoice ID")),
        other ? "" : pay ? id : cells.neededId(reference),
        "",
        pay ? "" : id,
        other && !credit ? -amount : other ? amount : cells.positive(grossColumn, amount),
        currency,
        fee,
        feeCurrency,
        RowStatus.DONE,
        time(cells));
  }

  private Movement movement(Cells cells, boolean credit) {
    int column = columns.need("Transaction Event Code");
    String code = cells.text(column);
    if (!EVENT.matcher(code).matches()) {
      throw cells.error(column, "not an event code: " + Cells.printable(code));
    }
    if (code.startsWith("T00") && credit) {
      return Movement.PAY;
    }
    return switch (code) {
      case "T1107" -> credit ? Movement.REFUND_FAILED : Movement.REFUND;
      case "T1201" -> credit ? Movement.CHARGEBACK_REVERSED : Movement.CHARGEBACK;
      case "T1106" -> credit ? Movement.OTHER : Movement.REVERSED;
      default -> Movement.OTHER;
    };
  }

  private static boolean isCredit(Cells cells, int column) {
    String side = cells.text(column);
    if (!side.equals("CR") && !side.equals("DR")) {
      throw cells.error(column, "neither CR nor DR: " + Cells.printable(side));
    }
    return side.equals("CR");
  }

  private static long unsigned(Cells cells, int column) {
    long value = cells.amount(column, 0);
    if (value < 0) {
      throw cells.error(column, "must not have a sign");
    }
    return value;
  }

  /** The specification writes yen 100 as 10000, too: hundredths whatever the currency. */
  private static long minor(Cells cells, int column, long told, String currency) {
    int digits = Decimals.digits(currency);
    if (digits == 2) {
      return told;
    }
    if (digits != 0 || told % 100 != 0) {
      throw cells.error(column, "cannot be told in " + currency);
    }
    return told / 100;
  }

  private Instant time(Cells cells) {
    int column = columns.need("Transaction Completion Date");
    String text = cells.text(column);
    try {
      Instant at = OffsetDateTime.parse(text, PaypalSettlement.TIME).toInstant();
      if (!expectation.isOfDay(at)) {
        throw cells.wrongDay(column, expectation);
      }
      return at;
    } catch (DateTimeException e) {
      throw cells.error(column, "\"" + Cells.printable(text) + "\" is not a time");
    }
  }
}
