package io.oncepaid.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Makes callbacks, and callbacks that differ from another in exactly one thing. */
public final class Callbacks {
  private Callbacks() {}

  /** A vector's request. A request by GET is judged as if its query had been posted. */
  public static RawCallback of(JsonNode vector, Instant receivedAt) {
    JsonNode request = vector.path("request");
    Map<String, List<String>> headers = new LinkedHashMap<>();
    for (JsonNode header : request.path("headers")) {
      headers
          .computeIfAbsent(header.get(0).asText().toLowerCase(Locale.ROOT), n -> new ArrayList<>())
          .add(header.get(1).asText());
    }
    byte[] body =
        request.path("method").asText().equals("GET")
            ? request.path("query").asText().getBytes(StandardCharsets.UTF_8)
            : Base64.getDecoder().decode(request.path("body_b64").asText());
    return new RawCallback(headers, body, receivedAt);
  }

  public static RawCallback withBody(RawCallback callback, byte[] body) {
    return new RawCallback(callback.headers(), body, callback.receivedAt());
  }

  public static RawCallback receivedAt(RawCallback callback, Instant time) {
    return new RawCallback(callback.headers(), callback.body(), time);
  }

  /** The same with these values of a header; none takes it away. */
  public static RawCallback withHeader(RawCallback callback, String name, String... values) {
    Map<String, List<String>> headers = new LinkedHashMap<>(callback.headers());
    headers.remove(name);
    if (values.length > 0) {
      headers.put(name, List.of(values));
    }
    return new RawCallback(headers, callback.body(), callback.receivedAt());
  }

  /** Every callback whose body differs in one bit. */
  public static Stream<RawCallback> bodyFlips(RawCallback callback) {
    return flips(callback.body()).map(body -> withBody(callback, body));
  }

  /** Every callback whose header differs in one bit. */
  public static Stream<RawCallback> headerFlips(RawCallback callback, String name) {
    byte[] value = callback.headers().get(name).get(0).getBytes(StandardCharsets.ISO_8859_1);
    return flips(value)
        .map(
            flipped ->
                withHeader(callback, name, new String(flipped, StandardCharsets.ISO_8859_1)));
  }

  /** Every array that differs in one bit. */
  public static Stream<byte[]> flips(byte[] bytes) {
    return IntStream.range(0, bytes.length * Byte.SIZE)
        .mapToObj(
            bit -> {
              byte[] flipped = bytes.clone();
              flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
              return flipped;
            });
  }
}
