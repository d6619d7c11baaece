package io.oncepaid.gateway;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/** Seeded damage: bytes flipped, cut, doubled and put in, parts swapped, encodings broken. */
public final class Mutations {
  /** What parsers of forms, JSON, XML, base64 and numbers stumble over. */
  private static final List<String> SPICES =
      List.of(
          "%",
          "%2",
          "%zz",
          "%00",
          "%26",
          "%3D",
          "&",
          "=",
          "&&",
          "+",
          "\0",
          "\n",
          "\r\n",
          "\"",
          "\\",
          "{",
          "}",
          "[[[[[[[[",
          "]",
          ",",
          ":",
          "null",
          "true",
          "-",
          "1e9",
          "0.1",
          "9".repeat(70),
          "\\ud800",
          "\\u0000",
          "\u00ef\u00bb\u00bf",
          "\u00ff\u00fe",
          "\u0081\u0030",
          "charset=GBK&",
          "sign_type=RSA&",
          "refund_fee=1.00&",
          "total_amount=0.01&",
          "\"amount\":{\"total\":1},",
          "<!DOCTYPE a>",
          "]]>",
          "====",
          " ",
          "\u00e4\u00b8");

  private final SplittableRandom random;

  public Mutations(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** A callback that differs in one to three places, be it in its body or in its headers. */
  public RawCallback mutate(RawCallback callback) {
    RawCallback mutated = callback;
    for (int n = random.nextInt(1, 4); n > 0; n--) {
      mutated =
          mutated.headers().isEmpty() || random.nextInt(4) > 0
              ? Callbacks.withBody(mutated, mutate(mutated.body()))
              : mutateHeaders(mutated);
    }
    return mutated;
  }

  /** Text that differs in one place, one time in five. */
  public String sometimes(String text) {
    return random.nextInt(5) > 0
        ? text
        : new String(mutate(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8);
  }

  /** Bytes that differ in one place, or all over. */
  public byte[] mutate(byte[] bytes) {
    int from = random.nextInt(bytes.length + 1);
    int to = Math.min(bytes.length, from + random.nextInt(1, 40));
    byte[] part = Arrays.copyOfRange(bytes, from, to);
    return switch (random.nextInt(11)) {
      case 0, 1 -> flipped(bytes);
      case 2 -> Arrays.copyOf(bytes, from);
      case 3 -> Arrays.copyOfRange(bytes, from, bytes.length);
      case 4 -> joined(bytes, from, new byte[0], to);
      case 5 -> joined(bytes, from, joined(part, part.length, part, part.length), to);
      case 6 -> joined(bytes, from, spice(), random.nextBoolean() ? from : to);
      case 7 -> swapped(bytes, (byte) '&');
      case 8 -> swapped(bytes, (byte) ',');
      case 9 -> joined(bytes, from, otherCase(part), to);
      default ->
          random.nextInt(8) > 0
              ? joined(bytes, from, new byte[] {(byte) random.nextInt()}, to)
              : new String(bytes, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_16);
    };
  }

  private byte[] flipped(byte[] bytes) {
    byte[] flipped = bytes.clone();
    if (flipped.length > 0) {
      flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
    }
    return flipped;
  }

  private byte[] spice() {
    return SPICES.get(random.nextInt(SPICES.size())).getBytes(StandardCharsets.ISO_8859_1);
  }

  private static byte[] otherCase(byte[] part) {
    String text = new String(part, StandardCharsets.ISO_8859_1);
    String lower = text.toLowerCase(Locale.ROOT);
    return (text.equals(lower) ? text.toUpperCase(Locale.ROOT) : lower)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private byte[] swapped(byte[] bytes, byte separator) {
    List<byte[]> parts = new ArrayList<>();
    int from = 0;
    for (int i = 0; i <= bytes.length; i++) {
      if (i == bytes.length || bytes[i] == separator) {
        parts.add(Arrays.copyOfRange(bytes, from, i));
        from = i + 1;
      }
    }
    Collections.swap(parts, random.nextInt(parts.size()), random.nextInt(parts.size()));
    ByteBuffer joined = ByteBuffer.allocate(bytes.length + 1);
    parts.forEach(part -> joined.put(part).put(separator));
    return Arrays.copyOf(joined.array(), bytes.length);
  }

  /** The bytes before {@code from}, then the middle, then the bytes behind {@code to}. */
  private static byte[] joined(byte[] bytes, int from, byte[] middle, int to) {
    byte[] joined = Arrays.copyOf(bytes, from + middle.length + bytes.length - to);
    System.arraycopy(middle, 0, joined, from, middle.length);
    System.arraycopy(bytes, to, joined, from + middle.length, bytes.length - to);
    return joined;
  }

  private RawCallback mutateHeaders(RawCallback callback) {
    Map<String, List<String>> headers = new LinkedHashMap<>(callback.headers());
    List<String> names = List.copyOf(headers.keySet());
    String name = names.get(random.nextInt(names.size()));
    String value = headers.get(name).isEmpty() ? "" : headers.get(name).get(0);
    switch (random.nextInt(4)) {
      case 0 -> headers.remove(name);
      case 1 -> headers.put(name, List.of(value, value));
      case 2 -> headers.put(name, headers.get(names.get(random.nextInt(names.size()))));
      default ->
          headers.put(
              name,
              List.of(
                  new String(
                      mutate(value.getBytes(StandardCharsets.ISO_8859_1)),
                      StandardCharsets.ISO_8859_1)));
    }
    return new RawCallback(headers, callback.body(), callback.receivedAt());
  }
}
