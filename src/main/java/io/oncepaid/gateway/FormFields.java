package io.oncepaid.gateway;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The fields of a body in {@code application/x-www-form-urlencoded}, percent-decoded once into one
 * array, sorted by name.
 *
 * @param bytes all decoded names and values
 * @param fields where the values lie in it
 */
record FormFields(byte[] bytes, List<Field> fields) {
  /** Notifications have about 35 fields; more than this is an attempt to keep us sorting. */
  private static final int MOST_FIELDS = 256;

  /**
   * One field.
   *
   * @param start where its value begins
   * @param end behind its value
   */
  record Field(String name, int start, int end) {
    boolean isEmpty() {
      return start == end;
    }

    int length() {
      return end - start;
    }
  }

  /**
   * @throws UnusableCallback MALFORMED for bad percent-encoding, odd or repeated names, and too
   *     many fields
   */
  static FormFields decode(byte[] body) throws UnusableCallback {
    byte[] out = new byte[body.length];
    List<Field> fields = new ArrayList<>();
    int length = 0;
    for (int from = 0; from < body.length; ) {
      int end = indexOf('&', body, from, body.length);
      if (end > from) {
        int equals = indexOf('=', body, from, end);
        int start = decode(body, from, equals, out, length);
        String name = name(out, length, start);
        length = equals == end ? start : decode(body, equals + 1, end, out, start);
        fields.add(new Field(name, start, length));
        if (fields.size() > MOST_FIELDS) {
          throw UnusableCallback.malformed("more than " + MOST_FIELDS + " fields");
        }
      }
      from = end + 1;
    }
    fields.sort(Comparator.comparing(Field::name));
    for (int i = 1; i < fields.size(); i++) {
      if (fields.get(i).name().equals(fields.get(i - 1).name())) {
        throw UnusableCallback.malformed("a field occurs twice");
      }
    }
    return new FormFields(out, fields);
  }

  private static int indexOf(char wanted, byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  private static int decode(byte[] in, int from, int to, byte[] out, int at)
      throws UnusableCallback {
    int length = at;
    for (int i = from; i < to; i++) {
      byte b = in[i];
      if (b == '%') {
        int high = i + 2 < to ? Character.digit(in[i + 1], 16) : -1;
        int low = i + 2 < to ? Character.digit(in[i + 2], 16) : -1;
        if (high < 0 || low < 0) {
          throw UnusableCallback.malformed("bad percent-encoding");
        }
        b = (byte) (high << 4 | low);
        i += 2;
      } else if (b == '+') {
        b = ' ';
      }
      out[length++] = b;
    }
    return length;
  }

  /** Names are plain ASCII; one with {@code &} or {@code =} could pass for two fields. */
  private static String name(byte[] bytes, int from, int to) throws UnusableCallback {
    for (int i = from; i < to; i++) {
      if (bytes[i] <= ' ' || bytes[i] >= 127 || bytes[i] == '&' || bytes[i] == '=') {
        throw UnusableCallback.malformed("a field's name is not plain");
      }
    }
    if (from == to) {
      throw UnusableCallback.malformed("a field without a name");
    }
    return new String(bytes, from, to - from, StandardCharsets.US_ASCII);
  }
}
