package io.oncepaid.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Refuses a body that is too large, with a problem instead of nothing. */
@ApplicationScoped
public class HttpEdge {
  /** Callbacks leave the router before whatever the framework does for a call with a user. */
  static final int CALLBACKS = -1_000;

  /** Before the callbacks, and before the server's own check, which answers without a word. */
  private static final int FIRST = 2_000;

  private final ObjectMapper json;
  private final long bodyLimit;

  HttpEdge(
      ObjectMapper json,
      @ConfigProperty(name = "quarkus.http.limits.max-body-size") MemorySize bodyLimit) {
    this.json = json;
    this.bodyLimit = bodyLimit.asLongValue();
  }

  void limitBodies(@Observes Filters filters) {
    filters.register(this::limitAnnounced, FIRST);
  }

  private void limitAnnounced(RoutingContext call) {
    if (announced(call.request()) <= bodyLimit) {
      call.next();
    } else {
      refuseTooLarge(call);
    }
  }

  /** Hands over the whole body; one that grows beyond the limit is refused while it is read. */
  void readBody(RoutingContext call, Consumer<byte[]> reader) {
    HttpServerRequest request = call.request();
    Buffer body = Buffer.buffer((int) Math.min(announced(request), bodyLimit));
    request.handler(
        part -> {
          if (body.length() + part.length() <= bodyLimit) {
            body.appendBuffer(part);
          } else if (!call.response().ended()) {
            refuseTooLarge(call);
          }
        });
    request.endHandler(
        end -> {
          if (!call.response().ended()) {
            guard(call, () -> reader.accept(body.getBytes()));
          }
        });
    request.resume();
  }

  /** Nobody is left without an answer: a fault of ours becomes the server's 500. */
  static void guard(RoutingContext call, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException fault) {
      call.fail(fault);
    }
  }

  /** Answers with a problem. */
  void answer(RoutingContext call, Problem problem) {
    HttpServerResponse response = call.response();
    response.setStatusCode(problem.status());
    response.putHeader(HttpHeaders.CONTENT_TYPE, Problem.MEDIA_TYPE);
    problem.headers().forEach((name, value) -> response.putHeader(name, value.toString()));
    try {
      response.end(json.writeValueAsString(problem.members()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private void refuseTooLarge(RoutingContext call) {
    answer(
        call,
        Problem.of(413, "TOO_LARGE", "The body is larger than " + bodyLimit + " bytes.")
            .header("Connection", "close"));
  }

  private static long announced(HttpServerRequest request) {
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    try {
      return length == null ? 0 : Long.parseLong(length);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE;
    }
  }
}
