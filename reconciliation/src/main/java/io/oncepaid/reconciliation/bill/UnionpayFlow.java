package io.oncepaid.reconciliation.bill;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/** UnionPay's flow file (ZM): fixed widths in GBK bytes, no header, no totals. */
final class UnionpayFlow implements BillFormat {
  private static final int[] WIDTHS = {
    3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2, 2, 6, 2, 4, 32, 1, 21,
    15, 1, 15, 32, 13, 13, 8, 32, 13, 13, 12, 2, 1, 32, 98
  };
  private static final int LENGTH = length();

  @Override
  public String name() {
    return "unionpay";
  }

  @Override
  public Dating dating() {
    return Dating.BY_DAY;
  }

  @Override
  public boolean matches(String head) {
    return head.length() > 30
        && head.charAt(0) == 'S'
        && Character.isDigit(head.charAt(1))
        && Character.isDigit(head.charAt(2))
        && !head.lines().findFirst().orElse("").contains(",");
  }

  @Override
  public BillSummary read(BillFile file, Expectation expectation, RowSink sink) throws IOException {
    InputStream content = new BufferedInputStream(file.content(), 1 << 16);
    BillSummary summary = new BillSummary();
    byte[] bytes = new byte[LENGTH];
    try {
      for (long line = 1; readLine(file.name(), line, content, bytes); line++) {
        BillRow row = new UnionpayRow(file.name(), line, bytes, WIDTHS).read(expectation);
        summary.add(row);
        sink.accept(row);
      }
    } catch (ZipException | EOFException e) {
      throw Texts.broken(file.name(), summary.rows(), e);
    }
    return summary;
  }

  /** False at the end of the file. */
  private static boolean readLine(String file, long line, InputStream content, byte[] bytes)
      throws IOException {
    int read = content.readNBytes(bytes, 0, LENGTH);
    if (read == 0) {
      return false;
    }
    if (read < LENGTH) {
      throw new BillError(
          file, line, "", "has " + read + " bytes, a record has " + LENGTH + ": cut off");
    }
    int end = content.read();
    if (end == '\r') {
      end = content.read();
    }
    if (end != '\n') {
      throw new BillError(file, line, "", "does not end after " + LENGTH + " bytes");
    }
    return true;
  }

  private static int length() {
    int sum = WIDTHS.length - 1;
    for (int width : WIDTHS) {
      sum += width;
    }
    return sum;
  }
}
