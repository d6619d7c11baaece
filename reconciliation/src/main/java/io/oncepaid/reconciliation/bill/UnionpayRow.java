package io.oncepaid.reconciliation.bill;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;

/** One record of UnionPay's flow file; fields are counted from 1 as in the documents. */
final class UnionpayRow {
  private final String file;
  private final long line;
  private final byte[] bytes;
  private final int[] widths;

  UnionpayRow(String file, long line, byte[] bytes, int[] widths) {
    this.file = file;
    this.line = line;
    this.bytes = bytes;
    this.widths = widths;
  }

  BillRow read(Expectation expectation) {
    checkSeparators();
    String merchant = ascii(28, "商户代码");
    if (!expectation.isOwner(merchant)) {
      throw error(
          "商户代码",
          "the bill is of " + merchant + ", not of " + String.join(", ", expectation.owners()));
    }
    String type = ascii(20, "交易类型");
    Instant at = time(expectation);
    long amount = digits(7, "交易金额");
    long fee = signed(16, "商户手续费");
    boolean refund = type.equals("04") || type.equals("31");
    if (!refund && !type.equals("01")) {
      throw error("交易类型", "neither 01, 04 nor 31: " + type);
    }
    checkNet(refund ? -amount : amount, fee);
    if (amount == 0) {
      throw error("交易金额", "zero");
    }
    String orderId = id(12, "商户订单号");
    String queryId = id(10, "查询流水号");
    return new BillRow(
        line,
        refund ? Movement.REFUND : Movement.PAY,
        refund ? "" : orderId,
        refund ? id(27, "原交易查询流水号") : queryId,
        refund ? orderId : "",
        refund ? queryId : "",
        amount,
        "CNY",
        -fee,
        "CNY",
        RowStatus.DONE,
        at);
  }

  /** The separator's value is not documented: one byte, everywhere the same. */
  private void checkSeparators() {
    byte separator = bytes[widths[0]];
    int at = -1;
    for (int i = 0; i < widths.length - 1; i++) {
      at += widths[i] + 1;
      if (bytes[at] != separator) {
        throw error("", "field " + (i + 1) + " is not followed by the separator");
      }
    }
  }

  /** Net = amount and fee with their signs, where nothing else comes in. */
  private void checkNet(long amount, long fee) {
    boolean plain = signed(36, "优惠金额") == 0 && digits(38, "分期付款附加手续费") == 0;
    if (plain) {
      Check.equal(file, line, "清算净额", signed(33, "清算净额"), amount + fee, 2);
    }
  }

  private Instant time(Expectation expectation) {
    String text = ascii(5, "交易传输时间");
    try {
      if (text.length() != 10) {
        throw new NumberFormatException();
      }
      int month = Integer.parseInt(text, 0, 2, 10);
      int day = Integer.parseInt(text, 2, 4, 10);
      // The file does not tell the year: the one that brings the row nearest to the bill's day.
      LocalDate near = expectation.date() == null ? LocalDate.of(2026, 3, 9) : expectation.date();
      int year = near.getYear();
      if (month == 12 && near.getMonthValue() == 1) {
        year--;
      } else if (month == 1 && near.getMonthValue() == 12) {
        year++;
      }
      Instant at =
          LocalDateTime.of(
                  year,
                  month,
                  day,
                  Integer.parseInt(text, 4, 6, 10),
                  Integer.parseInt(text, 6, 8, 10),
                  Integer.parseInt(text, 8, 10, 10))
              .atZone(expectation.zone())
              .toInstant();
      if (!expectation.isOfDay(at)) {
        throw error("交易传输时间", text + " is not of the bill's business day " + near);
      }
      return at;
    } catch (DateTimeException | NumberFormatException e) {
      throw error("交易传输时间", "\"" + Cells.printable(text) + "\" is not a time like 0309081713");
    }
  }

  private long digits(int field, String name) {
    String text = raw(field);
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        throw error(name, "\"" + Cells.printable(text) + "\" is not all digits");
      }
    }
    return Long.parseLong(text);
  }

  /** C: to the merchant; D: from the merchant. */
  private long signed(int field, String name) {
    String text = raw(field);
    char sign = text.charAt(0);
    if (sign != 'C' && sign != 'D') {
      throw error(name, "\"" + Cells.printable(text) + "\" begins with neither C nor D");
    }
    long value = 0;
    for (int i = 1; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw error(name, "\"" + Cells.printable(text) + "\" is not an amount");
      }
      value = value * 10 + digit;
    }
    return sign == 'C' ? value : -value;
  }

  private String id(int field, String name) {
    String text = ascii(field, name);
    if (text.isEmpty() || text.indexOf(' ') >= 0) {
      throw error(name, "\"" + Cells.printable(text) + "\" is not an id");
    }
    return text;
  }

  private String ascii(int field, String name) {
    String text = raw(field).stripTrailing();
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        throw error(name, "\"" + Cells.printable(text) + "\" is not plain text");
      }
    }
    return text;
  }

  private String raw(int field) {
    int from = field - 1;
    for (int i = 0; i < field - 1; i++) {
      from += widths[i];
    }
    return new String(bytes, from, widths[field - 1], StandardCharsets.ISO_8859_1);
  }

  private BillError error(String column, String problem) {
    return new BillError(file, line, column, problem);
  }
}
