package io.oncepaid.reconciliation.bill;

/** Compares what a bill says of itself with what its rows add up to. */
final class Check {
  private Check() {}

  /**
   * @param what the total's name in the bill
   * @throws BillError naming both values
   */
  static void equal(String file, long line, String what, long told, long counted, int digits) {
    if (told != counted) {
      throw new BillError(
          file,
          line,
          what,
          "the bill says "
              + plain(told, digits)
              + ", its rows add up to "
              + plain(counted, digits)
              + "; the file is damaged or incomplete");
    }
  }

  private static String plain(long value, int digits) {
    return java.math.BigDecimal.valueOf(value, digits).toPlainString();
  }
}
