package io.oncepaid.simulate.bill;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * UnionPay's flow file (ZM) as its interface answers it: a deflated zip in Base64. One record of
 * fixed width for each movement, counted in GBK bytes, without header and totals; a refund names
 * the payment by its query id alone.
 */
final class UnionpayBill implements BillWriter {
  private static final Charset GBK = Charset.forName("GBK");
  private static final ZoneId CHINA = ZoneId.of("Asia/Shanghai");
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("MMddHHmmss").withZone(CHINA);
  private static final int[] WIDTHS = {
    3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2, 2, 6, 2, 4, 32, 1, 21,
    15, 1, 15, 32, 13, 13, 8, 32, 13, 13, 12, 2, 1, 32, 98
  };

  /** So many characters fit into 32 bytes, whatever they are. */
  private static final int LONGEST_TEXT = 16;

  private final ZipOutputStream zip;
  private final OutputStream out;
  private final String merId;

  /** {@code unionpay_fileContent_<merchant>_<date>.b64.txt} in the folder. */
  UnionpayBill(Path folder, String merId, LocalDate date) throws IOException {
    this.merId = merId;
    String day = DateTimeFormatter.BASIC_ISO_DATE.format(date);
    OutputStream file =
        Files.newOutputStream(
            folder.resolve("unionpay_fileContent_" + merId + "_" + day + ".b64.txt"));
    zip =
        new ZipOutputStream(
            new DeflaterOutputStream(Base64.getEncoder().wrap(new BufferedOutputStream(file))),
            GBK);
    zip.putNextEntry(new ZipEntry("INN" + day.substring(2) + "00ZM_" + merId));
    out = new BufferedOutputStream(zip);
  }

  @Override
  public void add(Movement movement) throws IOException {
    boolean refund = movement.isRefund();
    long amount = refund ? -movement.amount() : movement.amount();
    long fee = refund ? 0 : Bills.fee(amount);
    String queryId = refund ? movement.refundId() : movement.transactionId();
    String[] field = new String[1 + WIDTHS.length];
    Arrays.fill(field, "");
    field[1] = refund ? "S30" : "S22";
    field[2] = "00000001";
    field[3] = "00010000";
    field[4] = trace(queryId);
    field[5] = TIME.format(movement.at());
    field[6] = "621600******0001";
    field[7] = "%012d".formatted(movement.amount());
    field[8] = "5411";
    field[9] = "07";
    field[10] = queryId;
    field[12] = refund ? movement.refundNo() : movement.outTradeNo();
    field[13] = "01";
    field[14] = refund ? trace(movement.transactionId()) : "";
    field[15] = refund ? TIME.format(movement.paidAt()) : "";
    field[16] = signed(-fee);
    field[17] = signed(amount - fee);
    field[18] = "0001";
    field[20] = refund ? "04" : "01";
    field[21] = refund ? "00" : "01";
    field[22] = "000201";
    field[23] = "01";
    field[27] = refund ? movement.transactionId() : "";
    field[28] = merId;
    field[32] = signed(0);
    field[33] = signed(amount - fee);
    field[35] = cut(movement.subject());
    field[36] = signed(0);
    field[37] = signed(0);
    field[38] = "%012d".formatted(0);
    field[39] = "00";
    write(field);
  }

  @Override
  public void close() throws IOException {
    out.flush();
    zip.closeEntry();
    zip.close();
  }

  private void write(String... field) throws IOException {
    StringBuilder record = new StringBuilder();
    for (int i = 1; i < field.length; i++) {
      int blanks = WIDTHS[i - 1] - field[i].getBytes(GBK).length;
      record.append(i == 1 ? "" : " ").append(field[i]).append(" ".repeat(blanks));
    }
    out.write(record.append("\r\n").toString().getBytes(GBK));
  }

  /** C: to the merchant; D: from the merchant. */
  private static String signed(long amount) {
    return (amount < 0 ? "D" : "C") + "%012d".formatted(Math.abs(amount));
  }

  /** The number of the message that made the movement; follows from its query id. */
  private static String trace(String queryId) {
    return "%06d".formatted(Math.floorMod(queryId.hashCode(), 1_000_000));
  }

  private static String cut(String text) {
    return text.substring(0, Math.min(text.length(), LONGEST_TEXT));
  }
}
