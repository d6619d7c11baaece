package io.oncepaid.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Refuses a body that announces itself as too large, with a problem instead of nothing. */
@ApplicationScoped
public class HttpEdge {
  /** Before the server's own check of the size, which answers without a word. */
  private static final int FIRST = 100;

  private final ObjectMapper json;
  private final long bodyLimit;

  HttpEdge(
      ObjectMapper json,
      @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize bodyLimit) {
    this.json = json;
    this.bodyLimit = bodyLimit.asLongValue();
  }

  void limitBodies(@Observes Filters filters) {
    filters.register(this::limitBody, FIRST);
  }

  // A body without Content-Length is cut off by the server while it is read.
  private void limitBody(RoutingContext context) {
    if (announced(context) <= bodyLimit) {
      context.next();
    } else {
      context.response().putHeader(HttpHeaders.CONNECTION, "close");
      answer(
          context,
          Problem.of(413, "TOO_LARGE", "The body is larger than " + bodyLimit + " bytes."));
    }
  }

  private static long announced(RoutingContext context) {
    String length = context.request().getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? 0 : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }

  private void answer(RoutingContext context, Problem problem) {
    try {
      context
          .response()
          .setStatusCode(problem.status())
          .putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE)
          .end(json.writeValueAsString(problem.members()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
