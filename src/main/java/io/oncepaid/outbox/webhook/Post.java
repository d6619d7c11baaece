package io.oncepaid.outbox.webhook;

import io.oncepaid.outbox.Attempt;
import io.oncepaid.outbox.Delivery;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.InetAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** One request to a receiver. Its status decides; of its body nothing is kept. */
final class Post {
  /** A receiver that says more loses its connection. */
  private static final int LARGEST_BODY = 64 * 1024;

  private static final int GONE = 410;

  /** Besides 5xx: not the event is wrong, but the time. */
  private static final Set<Integer> COME_AGAIN = Set.of(408, 421, 425, 429);

  private final Vertx vertx;
  private final HttpClient http;
  private final Clock clock;
  private final Duration timeout;
  private final CompletableFuture<Delivery> outcome = new CompletableFuture<>();

  /**
   * @param timeout from here to the end of the answer's body, however slowly it drips
   */
  Post(Vertx vertx, HttpClient http, Clock clock, Duration timeout) {
    this.vertx = vertx;
    this.http = http;
    this.clock = clock;
    this.timeout = timeout;
  }

  /**
   * @param address the one that is connected to; the URL's host is only named in the request
   */
  CompletableFuture<Delivery> send(Target target, InetAddress address, Attempt attempt) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setServer(SocketAddress.inetSocketAddress(target.port(), address.getHostAddress()))
            .setHost(target.host())
            .setPort(target.port())
            .setSsl(target.isHttps())
            .setURI(target.pathAndQuery())
            .setFollowRedirects(false);
    http.request(options)
        .onSuccess(request -> send(request, target, attempt))
        .onFailure(outcome::completeExceptionally);
    return outcome;
  }

  private void send(HttpClientRequest request, Target target, Attempt attempt) {
    long timer = vertx.setTimer(timeout.toMillis(), late -> request.reset());
    request
        .putHeader("content-type", "application/json")
        .putHeader("user-agent", "oncepaid")
        .putHeader("webhook-id", attempt.id())
        .putHeader("webhook-timestamp", Long.toString(attempt.at().getEpochSecond()))
        .putHeader(
            "webhook-signature",
            target.signature().of(attempt.id(), attempt.at(), attempt.payload()))
        .send(Buffer.buffer(attempt.payload()))
        .onSuccess(response -> read(response, request, timer))
        .onFailure(
            error -> {
              vertx.cancelTimer(timer);
              outcome.completeExceptionally(error);
            });
  }

  private void read(HttpClientResponse response, HttpClientRequest request, long timer) {
    long[] length = {0};
    response.handler(
        part -> {
          length[0] += part.length();
          if (length[0] > LARGEST_BODY) {
            vertx.cancelTimer(timer);
            request.reset();
          }
        });
    response.endHandler(end -> vertx.cancelTimer(timer));
    response.exceptionHandler(cut -> vertx.cancelTimer(timer));
    outcome.complete(outcomeOf(response));
  }

  private Delivery outcomeOf(HttpClientResponse response) {
    int status = response.statusCode();
    String reason = "HTTP " + status;
    if (status / 100 == 2) {
      return new Delivery.Delivered();
    }
    if (status == GONE) {
      return new Delivery.Disabled(reason + ": the receiver wants no more events");
    }
    if (status / 100 == 5 || COME_AGAIN.contains(status)) {
      String retryAfter = response.getHeader("retry-after");
      Duration wait = RetryAfter.read(retryAfter, response.getHeader("date"), clock);
      return new Delivery.Unavailable(reason, wait);
    }
    return new Delivery.Refused(
        status / 100 == 3 ? reason + ": redirects are not followed" : reason);
  }

  /** What failed, in words for people. */
  static String words(Throwable thrown) {
    Throwable error = thrown;
    while (error instanceof CompletionException && error.getCause() != null) {
      error = error.getCause();
    }
    return error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
  }
}
