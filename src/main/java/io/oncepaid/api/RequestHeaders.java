package io.oncepaid.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The headers of a callback: all for the adapter, the telling ones for the evidence. */
final class RequestHeaders {
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
          "proxy-authorization");

  private RequestHeaders() {}

  static Map<String, List<String>> of(HttpServerRequest request) {
    Map<String, List<String>> headers = new HashMap<>();
    request
        .headers()
        .forEach(
            (name, value) ->
                headers
                    .computeIfAbsent(name.toLowerCase(Locale.ROOT), key -> new ArrayList<>(1))
                    .add(value));
    return headers;
  }

  static String evidence(Map<String, List<String>> headers) {
    StringWriter text = new StringWriter(256);
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      for (Map.Entry<String, List<String>> header : headers.entrySet()) {
        if (!NOT_EVIDENCE.contains(header.getKey())) {
          json.writeStringField(header.getKey(), String.join(", ", header.getValue()));
        }
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
