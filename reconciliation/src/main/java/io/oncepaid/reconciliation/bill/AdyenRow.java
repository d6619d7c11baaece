package io.oncepaid.reconciliation.bill;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;

/** One row of Adyen's settlement details; debit and credit are two unsigned columns. */
final class AdyenRow {
  private static final Map<String, Movement> TYPES =
      Map.of(
          "Settled", Movement.PAY,
          "Refunded", Movement.REFUND,
          "RefundedReversed", Movement.REFUND_FAILED,
          "SettledReversed", Movement.REVERSED,
          "Chargeback", Movement.CHARGEBACK,
          "SecondChargeback", Movement.CHARGEBACK,
          "ChargebackReversed", Movement.CHARGEBACK_REVERSED);
  private static final String[] COSTS = {
    "Commission (NC)", "Markup (NC)", "Scheme Fees (NC)", "Interchange (NC)"
  };

  private final String file;
  private final Columns columns;
  private final Expectation expectation;
  private String batch;
  private String netCurrency;
  private long net;
  private long payout;

  AdyenRow(String file, Columns columns, Expectation expectation) {
    this.file = file;
    this.columns = columns;
    this.expectation = expectation;
  }

  String netCurrency() {
    return netCurrency;
  }

  /** Credit less debit of the row that was read last. */
  long net() {
    return net;
  }

  long payout() {
    return payout;
  }

  BillRow read(Cells cells) {
    checkAccountAndBatch(cells);
    netCurrency = cells.currency(columns.need("Net Currency"));
    int digits = Decimals.digits(netCurrency);
    net = oneOf(cells, "Net Credit (NC)", "Net Debit (NC)", digits);
    String psp = cells.id(columns.need("Psp Reference"));
    int typeColumn = columns.need("Type");
    String type = cells.text(typeColumn);
    Movement movement = TYPES.getOrDefault(type, Movement.OTHER);
    if ((movement == Movement.OTHER) != psp.isEmpty()) {
      throw cells.error(typeColumn, "unknown for a payment: " + Cells.printable(type));
    }
    if (movement == Movement.OTHER) {
      if (type.equals("MerchantPayout")) {
        payout -= net;
      }
      return other(cells);
    }
    return payment(cells, movement, psp);
  }

  private BillRow payment(Cells cells, Movement movement, String psp) {
    int currencyColumn = columns.need("Gross Currency");
    String currency = cells.currency(currencyColumn);
    int digits = Decimals.digits(currency);
    long gross = oneOf(cells, "Gross Credit (GC)", "Gross Debit (GC)", digits);
    boolean inwards =
        movement == Movement.PAY
            || movement == Movement.REFUND_FAILED
            || movement == Movement.CHARGEBACK_REVERSED;
    int grossColumn = columns.need(inwards ? "Gross Credit (GC)" : "Gross Debit (GC)");
    long amount = cells.positive(grossColumn, inwards ? gross : -gross);
    long fee = fees(cells);
    if (currency.equals(netCurrency)) {
      Check.equal(file, cells.line(), "Net Credit (NC)", net, gross - fee, digits);
    }
    return new BillRow(
        cells.line(),
        movement,
        cells.id(columns.need("Merchant Reference")),
        psp,
        movement == Movement.PAY ? "" : cells.id(columns.find("Modification Merchant Reference")),
        movement == Movement.PAY ? "" : cells.neededId(columns.need("Modification Reference")),
        amount,
        currency,
        fee,
        netCurrency,
        RowStatus.DONE,
        time(cells));
  }

  private BillRow other(Cells cells) {
    return new BillRow(
        cells.line(),
        Movement.OTHER,
        "",
        "",
        "",
        "row-" + cells.line(),
        net,
        netCurrency,
        0,
        netCurrency,
        RowStatus.DONE,
        time(cells));
  }

  private long fees(Cells cells) {
    long sum = 0;
    for (String cost : COSTS) {
      sum += cells.amountOrZero(columns.need(cost), Decimals.digits(netCurrency));
    }
    return sum;
  }

  private long oneOf(Cells cells, String credit, String debit, int digits) {
    int creditColumn = columns.need(credit);
    int debitColumn = columns.need(debit);
    boolean hasCredit = !cells.text(creditColumn).isEmpty();
    if (hasCredit == !cells.text(debitColumn).isEmpty()) {
      throw cells.error(creditColumn, "either credit or debit must be given");
    }
    int column = hasCredit ? creditColumn : debitColumn;
    long amount = cells.amount(column, digits);
    if (amount < 0) {
      throw cells.error(column, "must not have a sign");
    }
    return hasCredit ? amount : -amount;
  }

  private void checkAccountAndBatch(Cells cells) {
    int account = columns.need("Merchant Account");
    if (!expectation.isOwner(cells.text(account))) {
      throw cells.error(
          account,
          "the bill is of "
              + Cells.printable(cells.text(account))
              + ", not of "
              + String.join(", ", expectation.owners()));
    }
    int batchColumn = columns.need("Batch Number");
    String number = cells.neededId(batchColumn);
    if (batch != null && !batch.equals(number)) {
      throw cells.error(batchColumn, "batches " + batch + " and " + number + " in one file");
    }
    batch = number;
  }

  private Instant time(Cells cells) {
    int column = columns.need("TimeZone");
    try {
      ZoneId zone = ZoneId.of(cells.text(column), ZoneId.SHORT_IDS);
      return cells.time(columns.need("Creation Date"), zone);
    } catch (DateTimeException e) {
      throw cells.error(column, "unknown zone: " + Cells.printable(cells.text(column)));
    }
  }
}
