package io.oncepaid.simulate.bill;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * PayPal's settlement report (STL): amounts are whole hundredths, CR or DR beside them; the totals
 * of the one currency and the number of rows follow. A refund bears the payment's invoice and names
 * the payment as its reference.
 */
final class PaypalBill implements BillWriter {
  private static final ZoneId ZONE = ZoneId.of("America/Los_Angeles");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss xx").withZone(ZONE);
  private static final String BOM = "\ufeff";
  private static final String COLUMNS =
      Stream.of(
              "CH",
              "Transaction ID",
              "Invoice ID",
              "PayPal Reference ID",
              "PayPal Reference ID Type",
              "Transaction Event Code",
              "Transaction Initiation Date",
              "Transaction Completion Date",
              "Transaction Debit or Credit",
              "Gross Transaction Amount",
              "Gross Transaction Currency",
              "Fee Debit or Credit",
              "Fee Amount",
              "Fee Currency",
              "Custom Field",
              "Consumer ID",
              "Payment Tracking ID",
              "Store ID",
              "Bank Reference ID",
              "Credit Transactional Fee",
              "Credit Promotional Fee",
              "Credit Term")
          .map(PaypalBill::text)
          .collect(Collectors.joining(","));
  private static final String NO_BALANCE = "\"CR\",0";

  private final BufferedWriter out;
  private String currency;
  private long rows;
  private long paid;
  private long refunded;
  private long fees;

  /** {@code STL-<date>.01.009.CSV} in the folder. */
  PaypalBill(Path folder, String account, LocalDate date) throws IOException {
    String day = DateTimeFormatter.BASIC_ISO_DATE.format(date);
    out = Files.newBufferedWriter(folder.resolve("STL-" + day + ".01.009.CSV"));
    ZonedDateTime start = date.atStartOfDay(ZONE);
    ZonedDateTime end = date.atTime(LocalTime.MAX).atZone(ZONE);
    out.write(BOM);
    line(text("RH"), TIME.format(end.plusHours(3)), text("A"), text(account), "009", "");
    line(text("FH"), "01");
    line(text("SH"), TIME.format(start), TIME.format(end), text(account), text(""));
    line(COLUMNS);
  }

  @Override
  public void add(Movement movement) throws IOException {
    boolean refund = movement.isRefund();
    long fee = refund ? 0 : Bills.fee(movement.amount());
    currency = movement.currency();
    rows++;
    paid += refund ? 0 : movement.amount();
    refunded += refund ? movement.amount() : 0;
    fees += fee;
    String at = TIME.format(movement.at());
    line(
        text("SB"),
        text(refund ? movement.refundId() : movement.transactionId()),
        text(movement.outTradeNo()),
        text(refund ? movement.transactionId() : ""),
        text(refund ? "TXN" : ""),
        text(refund ? "T1107" : "T0006"),
        at,
        at,
        text(refund ? "DR" : "CR"),
        Long.toString(movement.amount()),
        text(currency),
        text(refund ? "" : "DR"),
        refund ? "" : Long.toString(fee),
        text(refund ? "" : currency),
        text(refund ? "" : movement.subject()),
        text("CONSSIMULATED"),
        text(""),
        text(""),
        text(""),
        "",
        "",
        "");
  }

  @Override
  public void close() throws IOException {
    if (rows > 0) {
      totals("SF");
    }
    line(text("SC"), Long.toString(rows));
    if (rows > 0) {
      totals("RF");
    }
    line(text("RC"), Long.toString(rows));
    line(text("FF"), Long.toString(rows));
    out.close();
  }

  private void totals(String type) throws IOException {
    long left = paid - refunded - fees;
    String balance = text(left < 0 ? "DR" : "CR") + "," + Math.abs(left);
    line(
        text(type),
        text(currency),
        Long.toString(paid),
        Long.toString(refunded),
        "0",
        Long.toString(fees),
        NO_BALANCE,
        balance,
        NO_BALANCE,
        balance,
        NO_BALANCE,
        NO_BALANCE,
        Long.toString(rows));
  }

  private void line(String... values) throws IOException {
    out.write(String.join(",", values));
    out.write('\n');
  }

  private static String text(String value) {
    return Bills.quoted(value);
  }
}
