package io.oncepaid.gateway.alipay;

import io.oncepaid.gateway.UnusableCallback;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A posted form, percent-decoded once, its fields in the order in which they are signed.
 *
 * <p>Values stay bytes: these are what was signed, whatever the charset. Text is made only of
 * fields that are asked for, after every value was found to be text in the charset that the form
 * names.
 */
final class AlipayForm {
  /** Notifications have about 35 fields; more than this is an attempt to keep us sorting. */
  private static final int MOST_FIELDS = 256;

  /** What Alipay documents, by lower-case name. */
  private static final Map<String, Charset> CHARSETS =
      Map.of(
          "utf-8", StandardCharsets.UTF_8,
          "utf8", StandardCharsets.UTF_8,
          "gbk", Charset.forName("GBK"),
          "gb2312", Charset.forName("GB2312"),
          "gb18030", Charset.forName("GB18030"));

  /** Where a field's name and value lie in {@link #bytes}. */
  private record Field(String name, int start, int end, boolean ascii) {
    boolean isEmpty() {
      return start == end;
    }
  }

  private final byte[] bytes;
  private final Field[] fields;
  private final Charset charset;

  private AlipayForm(byte[] bytes, Field[] fields, String defaultCharset) throws UnusableCallback {
    this.bytes = bytes;
    this.fields = fields;
    Arrays.sort(fields, (one, other) -> one.name.compareTo(other.name));
    for (int i = 1; i < fields.length; i++) {
      if (fields[i].name.equals(fields[i - 1].name)) {
        throw UnusableCallback.malformed("a field occurs twice");
      }
    }
    this.charset = charset(defaultCharset);
    requireText();
  }

  static boolean isCharset(String name) {
    return CHARSETS.containsKey(name.toLowerCase(Locale.ROOT));
  }

  /**
   * Decodes a body.
   *
   * @param defaultCharset the charset of a form that names none
   * @throws UnusableCallback MALFORMED for bad percent-encoding, odd or repeated names, too many
   *     fields, and values that are no text in the form's charset
   */
  static AlipayForm read(byte[] body, String defaultCharset) throws UnusableCallback {
    byte[] out = new byte[body.length];
    List<Field> fields = new ArrayList<>();
    int length = 0;
    for (int from = 0; from < body.length; ) {
      int end = from;
      int equals = -1;
      for (; end < body.length && body[end] != '&'; end++) {
        if (body[end] == '=' && equals < 0) {
          equals = end;
        }
      }
      if (end > from) {
        if (fields.size() == MOST_FIELDS) {
          throw UnusableCallback.malformed("more than " + MOST_FIELDS + " fields");
        }
        int nameEnd = decode(body, from, equals < 0 ? end : equals, out, length);
        String name = name(out, length, nameEnd);
        length = equals < 0 ? nameEnd : decode(body, equals + 1, end, out, nameEnd);
        fields.add(new Field(name, nameEnd, length, isAscii(out, nameEnd, length)));
      }
      from = end + 1;
    }
    return new AlipayForm(out, fields.toArray(new Field[0]), defaultCharset);
  }

  private static int decode(byte[] in, int from, int to, byte[] out, int at)
      throws UnusableCallback {
    int length = at;
    for (int i = from; i < to; i++) {
      byte b = in[i];
      if (b == '%') {
        int high = i + 2 < to ? hex(in[i + 1]) : -1;
        int low = i + 2 < to ? hex(in[i + 2]) : -1;
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

  private static int hex(byte digit) {
    return digit < 0 ? -1 : digit < 128 ? Character.digit(digit, 16) : -1;
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

  private static boolean isAscii(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** Read as ASCII: it says how to read the others. */
  private Charset charset(String defaultCharset) throws UnusableCallback {
    Field field = field("charset");
    String name =
        field == null || field.isEmpty()
            ? defaultCharset
            : new String(bytes, field.start, field.end - field.start, StandardCharsets.US_ASCII);
    Charset found = CHARSETS.get(name.toLowerCase(Locale.ROOT));
    if (found == null) {
      throw UnusableCallback.malformed("unknown charset");
    }
    return found;
  }

  private void requireText() throws UnusableCallback {
    try {
      for (Field field : fields) {
        if (!field.ascii) {
          charset
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes, field.start, field.end - field.start));
        }
      }
    } catch (CharacterCodingException e) {
      throw UnusableCallback.malformed("a value is no text in the form's charset");
    }
  }

  private Field field(String name) {
    int low = 0;
    int high = fields.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = fields[middle].name.compareTo(name);
      if (order == 0) {
        return fields[middle];
      } else if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return null;
  }

  /** A value as text, or null when it is absent or empty: empty values are not signed. */
  String value(String name) {
    Field field = field(name);
    return field == null || field.isEmpty()
        ? null
        : new String(bytes, field.start, field.end - field.start, charset);
  }

  /**
   * The bytes that are signed: {@code name=value} of the fields that are not empty, by name, joined
   * with {@code &}.
   *
   * @param without names that are left out
   */
  byte[] content(Set<String> without) {
    ByteArrayOutputStream content = new ByteArrayOutputStream(bytes.length);
    for (Field field : fields) {
      if (!field.isEmpty() && !without.contains(field.name)) {
        if (content.size() > 0) {
          content.write('&');
        }
        content.writeBytes(field.name.getBytes(StandardCharsets.US_ASCII));
        content.write('=');
        content.write(bytes, field.start, field.end - field.start);
      }
    }
    return content.toByteArray();
  }

  /**
   * True when a value holds {@code &name=} of one of the names. Nothing is escaped in what is
   * signed, so the same signature also fits a form in which that part is a field of its own, or a
   * field was hidden at the end of another.
   */
  boolean hides(Set<String> names) {
    for (Field field : fields) {
      for (int i = field.start; i < field.end; i++) {
        if (bytes[i] == '&' && names.contains(upToEquals(i + 1, field.end))) {
          return true;
        }
      }
    }
    return false;
  }

  private String upToEquals(int from, int end) {
    for (int i = from; i < end; i++) {
      if (bytes[i] == '=') {
        return new String(bytes, from, i - from, StandardCharsets.ISO_8859_1);
      }
    }
    return "";
  }
}
