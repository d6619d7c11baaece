package io.oncepaid.reconciliation.bill;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipException;

/**
 * The lines of WeChat Pay's bills. Headers are plain; every value has a back-tick before it and
 * commas inside are not quoted, so that only a comma with a back-tick separates. Not CSV.
 */
final class TickedLines {
  private final String file;
  private final BufferedReader reader;
  private long line;

  TickedLines(BillFile file) throws IOException {
    this.file = file.name();
    this.reader = new BufferedReader(Texts.reader(file.content(), StandardCharsets.UTF_8), 1 << 16);
  }

  long line() {
    return line;
  }

  /** The next line, null at the end of the file. */
  String next() throws IOException {
    try {
      String next = reader.readLine();
      line++;
      return next;
    } catch (CharacterCodingException | EOFException | ZipException e) {
      throw Texts.broken(file, line, e);
    }
  }

  /**
   * The next line.
   *
   * @throws BillError when the file ends here
   */
  String need(String what) throws IOException {
    String next = next();
    if (next == null) {
      throw new BillError(file, line, "", "the file ends where " + what + " must stand");
    }
    return next;
  }

  Columns header(String text) {
    return new Columns(file, line, Arrays.asList(text.split(",", -1)));
  }

  static boolean isRow(String text) {
    return text.startsWith("`");
  }

  /** The values of a row, without their back-ticks. */
  List<String> values(String text) {
    if (!isRow(text)) {
      throw new BillError(file, line, "", "a value without its back-tick");
    }
    List<String> values = new ArrayList<>(32);
    int from = 1;
    for (int to; (to = text.indexOf(",`", from)) >= 0; from = to + 2) {
      values.add(text.substring(from, to));
    }
    values.add(text.substring(from));
    return values;
  }

  /** Refuses anything but empty lines until the end of the file. */
  void needEnd() throws IOException {
    for (String text = next(); text != null; text = next()) {
      if (!text.isEmpty()) {
        throw new BillError(file, line, "", "something follows the end of the bill");
      }
    }
  }
}
