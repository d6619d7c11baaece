package io.oncepaid.simulate.bill;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * Adyen's settlement details: one batch a day, numbered by its date. Debits and credits are columns
 * of their own, and the last row pays out what is left, so that they cancel out.
 */
final class AdyenBill implements BillWriter {
  private static final ZoneId ZONE = ZoneId.of("CET");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZONE);
  private static final String COMPANY = "Simulated";
  private static final String COLUMNS =
      "Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,"
          + "Creation Date,TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),"
          + "Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),"
          + "Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,"
          + "Modification Merchant Reference,Batch Number,Reserved4,Reserved5,Reserved6,Reserved7,"
          + "Reserved8,Reserved9,Reserved10";
  private static final String RESERVED = ",".repeat(6);

  private final BufferedWriter out;
  private final String merchantAccount;
  private final String batch;
  private final String closed;
  private String currency;
  private long left;

  /** {@code settlement_detail_report_batch_<date>.csv} in the folder. */
  AdyenBill(Path folder, String merchantAccount, LocalDate date) throws IOException {
    this.merchantAccount = merchantAccount;
    this.batch = DateTimeFormatter.BASIC_ISO_DATE.format(date);
    this.closed = TIME.format(date.plusDays(1).atTime(1, 0).atZone(ZONE));
    out =
        Files.newBufferedWriter(folder.resolve("settlement_detail_report_batch_" + batch + ".csv"));
    line(COLUMNS);
  }

  @Override
  public void add(Movement movement) throws IOException {
    boolean refund = movement.isRefund();
    long fee = refund ? 0 : Bills.fee(movement.amount());
    long net = refund ? -movement.amount() : movement.amount() - fee;
    String money = Bills.decimal(movement.amount());
    currency = movement.currency();
    left += net;
    row(
        movement.transactionId(),
        movement.outTradeNo(),
        "visa",
        TIME.format(movement.at()),
        "CET",
        refund ? "Refunded" : "Settled",
        refund ? movement.refundId() : "S" + movement.transactionId(),
        currency,
        refund ? money : "",
        refund ? "" : money,
        "1",
        currency,
        refund ? money : "",
        refund ? "" : Bills.decimal(net),
        Bills.decimal(fee),
        "",
        "",
        "",
        "visacredit",
        movement.refundNo());
  }

  /** A batch that ends below zero is carried into the next one. */
  @Override
  public void close() throws IOException {
    if (left != 0) {
      row(
          "",
          "",
          "",
          closed,
          "CET",
          left > 0 ? "MerchantPayout" : "Balancetransfer",
          Bills.quoted("TX" + batch + "XT batch " + batch + ", " + merchantAccount),
          "",
          "",
          "",
          "",
          currency,
          left > 0 ? Bills.decimal(left) : "",
          left > 0 ? "" : Bills.decimal(-left),
          "",
          "",
          "",
          "",
          "",
          "");
    }
    out.close();
  }

  private void row(String... values) throws IOException {
    line(
        COMPANY
            + ","
            + merchantAccount
            + ","
            + String.join(",", values)
            + ","
            + batch
            + ","
            + RESERVED);
  }

  private void line(String text) throws IOException {
    out.write(text);
    out.write('\n');
  }
}
