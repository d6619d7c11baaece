package io.oncepaid.simulate.bill;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Stripe's report balance change from activity, itemized: what is paid back is negative, and there
 * are no totals. The merchant's number is a column that the merchant asked for.
 */
final class StripeBill implements BillWriter {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);
  private static final Duration UNTIL_AVAILABLE = Duration.ofDays(2);
  private static final String COLUMNS =
      "balance_transaction_id,created_utc,created,available_on_utc,available_on,currency,gross,fee,"
          + "net,reporting_category,source_id,description,customer_facing_amount,"
          + "customer_facing_currency,regulatory_tag,automatic_payout_id,"
          + "automatic_payout_effective_at,charge_id,payment_intent_id,"
          + "payment_metadata[out_trade_no]";

  private final BufferedWriter out;

  /** {@code balance_change_from_activity_itemized_3_<date>.csv} in the folder. */
  StripeBill(Path folder, LocalDate date) throws IOException {
    String day = DateTimeFormatter.BASIC_ISO_DATE.format(date);
    out =
        Files.newBufferedWriter(
            folder.resolve("balance_change_from_activity_itemized_3_" + day + ".csv"));
    line(COLUMNS);
  }

  @Override
  public void add(Movement movement) throws IOException {
    boolean refund = movement.isRefund();
    long gross = refund ? -movement.amount() : movement.amount();
    long fee = refund ? 0 : Bills.fee(gross);
    String charge = "ch_" + movement.transactionId();
    String money = Bills.decimal(gross);
    String currency = movement.currency().toLowerCase(Locale.ROOT);
    String created = TIME.format(movement.at());
    String available = TIME.format(midnight(movement.at().plus(UNTIL_AVAILABLE)));
    line(
        String.join(
            ",",
            "txn_" + (refund ? movement.refundId() : movement.transactionId()),
            created,
            created,
            available,
            available,
            currency,
            money,
            Bills.decimal(fee),
            Bills.decimal(gross - fee),
            refund ? "refund" : "charge",
            refund ? movement.refundId() : charge,
            Bills.quoted(
                refund ? "REFUND FOR CHARGE (" + movement.subject() + ")" : movement.subject()),
            money,
            currency,
            "",
            "",
            "",
            charge,
            movement.transactionId(),
            movement.outTradeNo()));
  }

  @Override
  public void close() throws IOException {
    out.close();
  }

  private static Instant midnight(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC).atStartOfDay().toInstant(ZoneOffset.UTC);
  }

  private void line(String text) throws IOException {
    out.write(text);
    out.write('\n');
  }
}
