package io.oncepaid.gateway.paypal;

import io.smallrye.faulttolerance.api.Guard;
import io.smallrye.faulttolerance.api.RateLimitException;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Fetches over HTTP behind a timeout, a second try, a fuse and a rate: whoever sends callbacks with
 * made-up addresses must not turn the service into a flood for PayPal. Follows no redirect.
 */
@ApplicationScoped
class GuardedFetch implements CertificateFetch {
  private static final Duration CONNECT = Duration.ofMillis(700);
  private static final Duration ATTEMPT = Duration.ofMillis(900);
  private static final int PAUSE_MS = 50;
  private static final int FUSE_REQUESTS = 6;
  private static final int FUSE_REST_S = 20;

  /** PayPal has a handful of certificates in use. */
  private static final int MOST_IN_A_MINUTE = 60;

  private static final int LARGEST_FILE = 1 << 16;
  private static final int OK = 200;
  private static final int CLIENT_ERROR = 400;
  private static final int SERVER_ERROR = 500;
  private static final int TOO_MANY = 429;

  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(CONNECT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  private final Guard guard =
      Guard.create()
          .withDescription("paypal-certificates")
          .withRateLimit()
          .limit(MOST_IN_A_MINUTE)
          .window(1, ChronoUnit.MINUTES)
          .done()
          .withCircuitBreaker()
          .requestVolumeThreshold(FUSE_REQUESTS)
          .failureRatio(0.5)
          .delay(FUSE_REST_S, ChronoUnit.SECONDS)
          .skipOn(List.of(NotThere.class, RateLimitException.class))
          .done()
          .withRetry()
          .maxRetries(1)
          .delay(PAUSE_MS, ChronoUnit.MILLIS)
          .abortOn(List.of(NotThere.class, RateLimitException.class))
          .done()
          .withTimeout()
          .duration(ATTEMPT.toMillis(), ChronoUnit.MILLIS)
          .done()
          .build();

  @Override
  @SuppressWarnings("unchecked")
  public CompletionStage<byte[]> get(URI address) {
    HttpRequest request = HttpRequest.newBuilder(address).timeout(ATTEMPT).GET().build();
    try {
      return guard.call(() -> send(request), CompletionStage.class);
    } catch (Exception refusedByTheGuard) {
      return CompletableFuture.failedFuture(refusedByTheGuard);
    }
  }

  /** Fails with what went wrong itself, unwrapped, as the guard must see it. */
  private CompletionStage<byte[]> send(HttpRequest request) {
    CompletableFuture<byte[]> file = new CompletableFuture<>();
    client
        .sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
        .whenComplete(
            (response, failure) -> {
              if (failure != null) {
                file.completeExceptionally(failure);
              } else if (isThere(response)) {
                file.complete(response.body());
              } else {
                file.completeExceptionally(refusal(response.statusCode()));
              }
            });
    return file;
  }

  private static boolean isThere(HttpResponse<byte[]> response) {
    return response.statusCode() == OK && response.body().length <= LARGEST_FILE;
  }

  private static RuntimeException refusal(int status) {
    return status < CLIENT_ERROR || status >= SERVER_ERROR || status == TOO_MANY
        ? new IllegalStateException("HTTP " + status)
        : new NotThere(status);
  }
}
