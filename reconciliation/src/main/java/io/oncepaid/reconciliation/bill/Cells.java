package io.oncepaid.reconciliation.bill;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Pattern;

/** The cells of the line that is being read; one object moves along the whole bill. */
final class Cells {
  private static final Pattern SPREADSHEET = Pattern.compile("[0-9](\\.[0-9]+)?[Ee]\\+[0-9]+");
  private static final int LONGEST_ID = 128;
  private static final String BLANKS = " \t";

  private final String file;
  private final Columns columns;
  private long line;
  private List<String> values;

  Cells(String file, Columns columns) {
    this.file = file;
    this.columns = columns;
  }

  /**
   * Moves to a line.
   *
   * @throws BillError when it has fewer or more cells than the header
   */
  void moveTo(long line, List<String> values) {
    this.line = line;
    this.values = values;
    if (values.size() != columns.size()) {
      throw new BillError(
          file,
          line,
          "",
          values.size()
              + " cells under "
              + columns.size()
              + " columns: cut off, or an unquoted"
              + " separator inside a value");
    }
  }

  long line() {
    return line;
  }

  BillError error(int column, String problem) {
    return new BillError(file, line, columns.name(column), problem);
  }

  /** The cell without outer blanks and tabs; "" for a column that is not there. */
  String text(int column) {
    return column < 0 ? "" : clean(values.get(column));
  }

  /** An id, or "". */
  String id(int column) {
    String id = text(column);
    if (id.length() > LONGEST_ID) {
      throw error(column, "longer than any id: " + id.length() + " characters");
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      if (c == '+' && SPREADSHEET.matcher(id).matches()) {
        throw error(
            column, id + " was damaged by a spreadsheet program; fetch the original file again");
      }
      // U+FEFF: the mark of a second file that was put behind the first
      if (c <= ' ' || c == 0x7f || c == 0xfffd || c == 0xfeff || c == '"' || c == '=') {
        throw error(column, "not an id: \"" + printable(id) + "\"");
      }
    }
    return id;
  }

  String neededId(int column) {
    String id = id(column);
    if (id.isEmpty()) {
      throw error(column, "empty");
    }
    return id;
  }

  /** An amount with an optional minus, in units of 10^-digits. */
  long amount(int column, int digits) {
    String text = text(column);
    try {
      return Decimals.parse(text, digits);
    } catch (ArithmeticException | NumberFormatException e) {
      throw error(
          column, "\"" + printable(text) + "\" is not an amount with " + digits + " decimals");
    }
  }

  /** As amount; 0 for an empty cell or a column that is not there. */
  long amountOrZero(int column, int digits) {
    return text(column).isEmpty() ? 0 : amount(column, digits);
  }

  /** An amount that this kind of row must have above zero. */
  long positive(int column, int digits) {
    return positive(column, amount(column, digits));
  }

  long positive(int column, long value) {
    if (value <= 0) {
      throw error(column, "an amount of this kind of row lies on the other side of zero");
    }
    return value;
  }

  /** An upper-case ISO 4217 code. */
  String currency(int column) {
    return currency(column, text(column));
  }

  String currency(int column, String code) {
    if (!Decimals.isCurrency(code)) {
      throw error(column, "\"" + printable(code) + "\" is no currency");
    }
    return code;
  }

  /** {@code yyyy-MM-dd HH:mm:ss} in the zone. */
  Instant time(int column, ZoneId zone) {
    String text = text(column);
    try {
      return parseTime(text).atZone(zone).toInstant();
    } catch (DateTimeException | IndexOutOfBoundsException | NumberFormatException e) {
      throw error(column, "\"" + printable(text) + "\" is not a time like 2026-03-09 08:07:19");
    }
  }

  /** As time, and within the bill's day. */
  Instant timeOfDay(int column, Expectation expectation) {
    Instant time = time(column, expectation.zone());
    if (!expectation.isOfDay(time)) {
      throw wrongDay(column, expectation);
    }
    return time;
  }

  BillError wrongDay(int column, Expectation expectation) {
    return error(column, text(column) + " is not of the bill's business day " + expectation.date());
  }

  static String clean(String cell) {
    int from = 0;
    int to = cell.length();
    while (from < to && BLANKS.indexOf(cell.charAt(from)) >= 0) {
      from++;
    }
    while (to > from && BLANKS.indexOf(cell.charAt(to - 1)) >= 0) {
      to--;
    }
    return cell.substring(from, to);
  }

  static String printable(String text) {
    return text.length() > 60
        ? printable(text.substring(0, 60)) + "…"
        : text.replaceAll("\\p{Cntrl}", "?");
  }

  private static LocalDateTime parseTime(String text) {
    if (text.length() != 19
        || text.charAt(4) != '-'
        || text.charAt(7) != '-'
        || text.charAt(10) != ' '
        || text.charAt(13) != ':'
        || text.charAt(16) != ':') {
      throw new NumberFormatException();
    }
    return LocalDateTime.of(
        number(text, 0, 4),
        number(text, 5, 2),
        number(text, 8, 2),
        number(text, 11, 2),
        number(text, 14, 2),
        number(text, 17, 2));
  }

  private static int number(String text, int from, int length) {
    int value = 0;
    for (int i = from; i < from + length; i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw new NumberFormatException();
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
