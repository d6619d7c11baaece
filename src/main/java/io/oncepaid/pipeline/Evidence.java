package io.oncepaid.pipeline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.oncepaid.gateway.RawCallback;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.Deflater;

/**
 * What was received, kept with what it caused.
 *
 * @param headers the signature's headers as one JSON object of names and values
 * @param body the exact bytes
 */
public record Evidence(String headers, byte[] body) {
  /** Nothing was received: the fact comes from inside. */
  public static final Evidence NONE = new Evidence("{}", new byte[0]);

  private static final JsonFactory JSON = new JsonFactory();

  /** Headers that prove nothing, or that must not be stored. */
  private static final Set<String> NOT_EVIDENCE =
      Set.of(
          "host",
          "connection",
          "content-length",
          "accept",
          "accept-encoding",
          "accept-language",
          "authorization",
          "cookie",
          "set-cookie",
          "proxy-authorization");

  /** A byte that cannot occur in JSON text parts the headers from the body. */
  private static final byte SEPARATOR = 0;

  private static final ThreadLocal<Deflater> DEFLATER =
      ThreadLocal.withInitial(() -> new Deflater(Deflater.BEST_SPEED));

  /** What a gateway sent: the body, and the headers that tell something. */
  public static Evidence of(RawCallback raw) {
    StringWriter text = new StringWriter(256);
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      for (Map.Entry<String, List<String>> header : raw.headers().entrySet()) {
        if (!NOT_EVIDENCE.contains(header.getKey())) {
          json.writeStringField(header.getKey(), String.join(", ", header.getValue()));
        }
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Evidence(text.toString(), raw.body());
  }

  /** Base64 of the zlib stream of headers, one zero byte, body; null when nothing was received. */
  String packed() {
    if (body.length == 0) {
      return null;
    }
    byte[] text = headers.getBytes(StandardCharsets.UTF_8);
    byte[] plain = new byte[text.length + 1 + body.length];
    System.arraycopy(text, 0, plain, 0, text.length);
    plain[text.length] = SEPARATOR;
    System.arraycopy(body, 0, plain, text.length + 1, body.length);
    return Base64.getEncoder().encodeToString(deflate(plain));
  }

  // A deflater holds a quarter of a megabyte outside of the heap: one for each writer thread.
  private static byte[] deflate(byte[] plain) {
    Deflater deflater = DEFLATER.get();
    deflater.reset();
    deflater.setInput(plain);
    deflater.finish();
    ByteArrayOutputStream packed = new ByteArrayOutputStream(plain.length);
    byte[] buffer = new byte[2048];
    while (!deflater.finished()) {
      packed.write(buffer, 0, deflater.deflate(buffer));
    }
    return packed.toByteArray();
  }
}
