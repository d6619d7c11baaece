package io.oncepaid.gateway;

import io.oncepaid.gateway.FormFields.Field;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A posted form as it is signed: the fields of the body and of nothing else, each value decoded
 * once, no name twice, in a charset that the form names itself.
 *
 * <p>Values stay bytes: these are what was signed, whatever the charset. Text is made only of
 * fields that are asked for, after every value was found to be text.
 */
public final class PostedForm {
  /** What gateways document, by lower-case name. */
  private static final Map<String, Charset> CHARSETS =
      Map.of(
          "utf-8", StandardCharsets.UTF_8,
          "utf8", StandardCharsets.UTF_8,
          "gbk", Charset.forName("GBK"),
          "gb2312", Charset.forName("GB2312"),
          "gb18030", Charset.forName("GB18030"));

  private final FormFields form;
  private final Charset charset;

  private PostedForm(FormFields form, Charset charset) {
    this.form = form;
    this.charset = charset;
  }

  /** True for UTF-8, GBK, GB2312 and GB18030, in any case. */
  public static boolean isCharset(String name) {
    return CHARSETS.containsKey(name.toLowerCase(Locale.ROOT));
  }

  /**
   * Decodes a body.
   *
   * @param charsetField the field that names the charset
   * @param defaultCharset the charset of a form without that field
   * @throws UnusableCallback MALFORMED for bad percent-encoding, odd or repeated names, too many
   *     fields, an unknown charset, and values that are no text in it
   */
  public static PostedForm read(byte[] body, String charsetField, String defaultCharset)
      throws UnusableCallback {
    FormFields form = FormFields.decode(body);
    // Read as ASCII: it says how to read the others.
    String named = new PostedForm(form, StandardCharsets.US_ASCII).value(charsetField);
    Charset charset =
        CHARSETS.get((named == null ? defaultCharset : named).toLowerCase(Locale.ROOT));
    if (charset == null) {
      throw UnusableCallback.malformed("unknown charset");
    }
    PostedForm read = new PostedForm(form, charset);
    read.requireText();
    return read;
  }

  private void requireText() throws UnusableCallback {
    try {
      for (Field field : form.fields()) {
        if (!isAscii(field)) {
          charset
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .onUnmappableCharacter(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(form.bytes(), field.start(), field.length()));
        }
      }
    } catch (CharacterCodingException e) {
      throw UnusableCallback.malformed("a value is no text in the form's charset");
    }
  }

  private boolean isAscii(Field field) {
    for (int i = field.start(); i < field.end(); i++) {
      if (form.bytes()[i] < 0) {
        return false;
      }
    }
    return true;
  }

  /** A value as text, or null when it is absent or empty: empty values are not signed. */
  public String value(String name) {
    int low = 0;
    int high = form.fields().size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      Field field = form.fields().get(middle);
      int order = field.name().compareTo(name);
      if (order == 0) {
        return field.isEmpty()
            ? null
            : new String(form.bytes(), field.start(), field.length(), charset);
      }
      low = order < 0 ? middle + 1 : low;
      high = order < 0 ? high : middle - 1;
    }
    return null;
  }

  /**
   * The bytes that are signed: {@code name=value} of the fields that are not empty, by name, joined
   * with {@code &}.
   *
   * @param without names that are left out
   */
  public byte[] content(Set<String> without) {
    ByteArrayOutputStream content = new ByteArrayOutputStream(form.bytes().length);
    for (Field field : form.fields()) {
      if (!field.isEmpty() && !without.contains(field.name())) {
        if (content.size() > 0) {
          content.write('&');
        }
        content.writeBytes(field.name().getBytes(StandardCharsets.US_ASCII));
        content.write('=');
        content.write(form.bytes(), field.start(), field.length());
      }
    }
    return content.toByteArray();
  }

  /**
   * True when a value holds {@code &name=} of one of the names. Nothing is escaped in what is
   * signed, so the same signature also fits a form in which that part is a field of its own: it
   * cannot be told whether a field was hidden in another's value or made out of it.
   */
  public boolean isAmbiguousIn(Set<String> names) {
    byte[] bytes = form.bytes();
    for (Field field : form.fields()) {
      for (int i = field.start(); i < field.end(); i++) {
        if (bytes[i] == '&' && names.contains(nameBehind(i + 1, field.end()))) {
          return true;
        }
      }
    }
    return false;
  }

  private String nameBehind(int from, int end) {
    int to = from;
    while (to < end && form.bytes()[to] != '=') {
      to++;
    }
    return to == end ? "" : new String(form.bytes(), from, to - from, StandardCharsets.ISO_8859_1);
  }
}
