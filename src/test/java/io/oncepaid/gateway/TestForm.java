package io.oncepaid.gateway;

import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Posted forms, and forms that differ from another in exactly one thing. */
public final class TestForm {
  private TestForm() {}

  public static byte[] encode(Map<String, String> fields, Charset charset) {
    List<byte[][]> pairs = new ArrayList<>();
    fields.forEach(
        (name, value) -> pairs.add(new byte[][] {name.getBytes(charset), value.getBytes(charset)}));
    return encode(pairs);
  }

  private static byte[] encode(List<byte[][]> pairs) {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (byte[][] pair : pairs) {
      if (body.size() > 0) {
        body.write('&');
      }
      encode(pair[0], body);
      body.write('=');
      encode(pair[1], body);
    }
    return body.toByteArray();
  }

  private static void encode(byte[] text, ByteArrayOutputStream body) {
    for (byte b : text) {
      if (b == ' ') {
        body.write('+');
      } else if (b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b == '_') {
        body.write(b);
      } else {
        body.writeBytes("%%%02X".formatted(b).getBytes(StandardCharsets.US_ASCII));
      }
    }
  }

  private static List<byte[][]> decode(byte[] body) {
    List<byte[][]> pairs = new ArrayList<>();
    for (String pair : new String(body, StandardCharsets.US_ASCII).split("&")) {
      int equals = pair.indexOf('=');
      pairs.add(
          new byte[][] {decode(pair.substring(0, equals)), decode(pair.substring(equals + 1))});
    }
    return pairs;
  }

  private static byte[] decode(String text) {
    return java.net.URLDecoder.decode(text, StandardCharsets.ISO_8859_1)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String name(byte[][] pair) {
    return new String(pair[0], StandardCharsets.US_ASCII);
  }

  /** The form without a field. */
  public static RawCallback without(RawCallback message, String field) {
    List<byte[][]> pairs = decode(message.body());
    pairs.removeIf(pair -> name(pair).equals(field));
    return Callbacks.withBody(message, encode(pairs));
  }

  /** The form with a field once more at its end. */
  public static RawCallback twice(RawCallback message, String field) {
    List<byte[][]> pairs = decode(message.body());
    pairs.stream().filter(pair -> name(pair).equals(field)).findFirst().ifPresent(pairs::add);
    return Callbacks.withBody(message, encode(pairs));
  }

  /** Every form in whose field one bit of the decoded value differs. */
  public static Stream<RawCallback> valueFlips(RawCallback message, String field) {
    List<byte[][]> pairs = decode(message.body());
    return IntStream.range(0, pairs.size())
        .boxed()
        .filter(i -> name(pairs.get(i)).equals(field))
        .flatMap(i -> flips(message, pairs, i, 1));
  }

  /**
   * Every form that differs in one bit outside of a field: in the decoded names and values, because
   * an escape may be written in more than one way; not in empty fields, which are not signed.
   */
  public static Stream<RawCallback> flipsBut(RawCallback message, String field) {
    List<byte[][]> pairs = decode(message.body());
    return IntStream.range(0, pairs.size())
        .boxed()
        .filter(i -> pairs.get(i)[1].length > 0 && !name(pairs.get(i)).equals(field))
        .flatMap(i -> Stream.concat(flips(message, pairs, i, 0), flips(message, pairs, i, 1)));
  }

  private static Stream<RawCallback> flips(
      RawCallback message, List<byte[][]> pairs, int at, int side) {
    return Callbacks.flips(pairs.get(at)[side])
        .map(
            flipped -> {
              List<byte[][]> changed = new ArrayList<>(pairs);
              byte[][] pair = pairs.get(at).clone();
              pair[side] = flipped;
              changed.set(at, pair);
              return Callbacks.withBody(message, encode(changed));
            });
  }
}
