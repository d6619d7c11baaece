package io.oncepaid.reconciliation.bill;

/** A bill that must not be believed; the message names file, line and column. */
public final class BillError extends RuntimeException {
  private final String file;
  private final long line;
  private final String column;

  /**
   * @param line from 1; 0 when the whole file is meant
   * @param column the header's name of the column, "" when the whole line is meant
   */
  public BillError(String file, long line, String column, String problem) {
    super(place(file, line, column) + ": " + problem);
    this.file = file;
    this.line = line;
    this.column = column;
  }

  public String file() {
    return file;
  }

  public long line() {
    return line;
  }

  public String column() {
    return column;
  }

  private static String place(String file, long line, String column) {
    return file
        + (line > 0 ? ": line " + line : "")
        + (column.isEmpty() ? "" : ", column " + column);
  }
}
