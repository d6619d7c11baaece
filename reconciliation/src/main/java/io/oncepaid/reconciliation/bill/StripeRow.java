package io.oncepaid.reconciliation.bill;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.regex.Pattern;

/** One row of Stripe's reports. */
final class StripeRow {
  private static final Pattern CURRENCY = Pattern.compile("[a-z]{3}");
  private static final Pattern CATEGORY = Pattern.compile("[a-z_]+");

  private final Expectation expectation;
  private final int category;
  private final int currency;
  private final int grossColumn;
  private final int feeColumn;
  private final int netColumn;
  private final int source;
  private final int charge;
  private final int intent;
  private final int facingAmount;
  private final int facingCurrency;
  private final int outTradeNo;
  private final int transaction;
  private final int createdUtc;
  private final int created;
  private long grossSum;
  private long feeSum;
  private long netSum;

  StripeRow(Columns columns, Expectation expectation) {
    this.expectation = expectation;
    category = columns.need("reporting_category");
    currency = columns.need("currency");
    grossColumn = columns.need("gross");
    feeColumn = columns.need("fee");
    netColumn = columns.need("net");
    source = columns.need("source_id");
    charge = columns.need("charge_id");
    intent = columns.need("payment_intent_id");
    facingAmount = columns.need("customer_facing_amount");
    facingCurrency = columns.need("customer_facing_currency");
    outTradeNo = columns.find("payment_metadata[out_trade_no]");
    transaction = columns.need("balance_transaction_id");
    createdUtc = columns.find("created_utc");
    created = createdUtc >= 0 ? createdUtc : columns.need("created");
  }

  long gross() {
    return grossSum;
  }

  long fee() {
    return feeSum;
  }

  long net() {
    return netSum;
  }

  BillRow read(Cells cells) {
    String settled = currency(cells, currency);
    int digits = Decimals.digits(settled);
    long gross = cells.amount(grossColumn, digits);
    long fee = cells.amount(feeColumn, digits);
    long net = cells.amount(netColumn, digits);
    if (net != gross - fee) {
      throw cells.error(netColumn, "net is not gross less fee");
    }
    grossSum += gross;
    feeSum += fee;
    netSum += net;
    Movement movement = movement(cells);
    if (movement == Movement.OTHER) {
      return other(cells, gross, settled, fee);
    }
    boolean outwards = movement == Movement.REFUND || movement == Movement.CHARGEBACK;
    boolean facing = !cells.text(facingAmount).isEmpty();
    String money = facing ? currency(cells, facingCurrency) : settled;
    long presented = facing ? cells.amount(facingAmount, Decimals.digits(money)) : gross;
    if (money.equals(settled) && presented != gross) {
      throw cells.error(facingAmount, "differs from gross in the same currency");
    }
    cells.positive(grossColumn, outwards ? -gross : gross);
    String paymentIntent = cells.id(intent);
    return new BillRow(
        cells.line(),
        movement,
        cells.id(outTradeNo),
        paymentIntent.isEmpty() ? cells.neededId(charge) : paymentIntent,
        "",
        movement == Movement.PAY ? "" : cells.neededId(source),
        cells.positive(facing ? facingAmount : grossColumn, outwards ? -presented : presented),
        money,
        fee,
        settled,
        RowStatus.DONE,
        time(cells));
  }

  private Movement movement(Cells cells) {
    String text = cells.text(category);
    return switch (text) {
      case "charge" -> Movement.PAY;
      case "refund" -> Movement.REFUND;
      case "refund_failure" -> Movement.REFUND_FAILED;
      case "dispute" -> Movement.CHARGEBACK;
      case "dispute_reversal" -> Movement.CHARGEBACK_REVERSED;
      case "charge_failure", "partial_capture_reversal", "fee" -> Movement.OTHER;
      default -> {
        // A category that we do not know must not hide a payment.
        if (!CATEGORY.matcher(text).matches() || !cells.text(intent).isEmpty()) {
          throw cells.error(category, "unknown for a payment: " + Cells.printable(text));
        }
        yield Movement.OTHER;
      }
    };
  }

  private BillRow other(Cells cells, long gross, String settled, long fee) {
    return new BillRow(
        cells.line(),
        Movement.OTHER,
        "",
        "",
        "",
        cells.neededId(transaction),
        gross,
        settled,
        fee,
        settled,
        RowStatus.DONE,
        time(cells));
  }

  private Instant time(Cells cells) {
    Instant at = cells.time(created, createdUtc >= 0 ? ZoneOffset.UTC : expectation.zone());
    if (!expectation.isOfDay(at)) {
      throw cells.wrongDay(created, expectation);
    }
    return at;
  }

  private static String currency(Cells cells, int column) {
    String text = cells.text(column);
    if (!CURRENCY.matcher(text).matches()) {
      throw cells.error(column, "\"" + Cells.printable(text) + "\" is no currency in lower case");
    }
    return cells.currency(column, text.toUpperCase(Locale.ROOT));
  }
}
