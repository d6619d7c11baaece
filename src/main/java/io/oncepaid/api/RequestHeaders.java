package io.oncepaid.api;

import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The headers of a callback, as the adapter takes them. */
final class RequestHeaders {
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
}
