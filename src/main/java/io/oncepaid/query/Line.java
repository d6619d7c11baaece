package io.oncepaid.query;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.gateway.Inquiry;
import io.oncepaid.gateway.RawCallback;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.sql.SQLException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;

/**
 * The line to one account's gateway. What goes wrong on it stays on it: it has a rate, a limit of
 * requests at once, a time after which it gives a request up, a second try, and a fuse that spares
 * a gateway which does not work.
 */
final class Line implements Inquiry.Exchange {
  /** Answers have a few thousand bytes. */
  private static final int LARGEST_BODY = 1 << 18;

  private static final int FUSE_REQUESTS = 10;
  private static final int FUSE_REST_S = 30;
  private static final int TRIES_AGAIN = 1;
  private static final int PAUSE_MS = 300;

  private final QueryAccount account;
  private final HttpClient client;
  private final Pace pace;
  private final Clock clock;
  private final TypedGuard<Inquiry.Response> tries;
  private final TypedGuard<Inquiry.Response> request;

  Line(
      QueryAccount account,
      HttpClient client,
      Pace pace,
      Clock clock,
      OncepaidConfig.Query config) {
    this.account = account;
    this.client = client;
    this.pace = pace;
    this.clock = clock;
    this.tries =
        TypedGuard.create(Inquiry.Response.class)
            .withRetry()
            .maxRetries(TRIES_AGAIN)
            .delay(PAUSE_MS, ChronoUnit.MILLIS)
            .jitter(PAUSE_MS / 2, ChronoUnit.MILLIS)
            .retryOn(IOException.class)
            .done()
            .build();
    this.request =
        TypedGuard.create(Inquiry.Response.class)
            .withBulkhead()
            .limit(config.concurrency())
            .done()
            .withTimeout()
            .duration(config.timeout().toMillis(), ChronoUnit.MILLIS)
            .done()
            .withCircuitBreaker()
            .requestVolumeThreshold(FUSE_REQUESTS)
            .failureRatio(0.5)
            .delay(FUSE_REST_S, ChronoUnit.SECONDS)
            .failOn(List.of(IOException.class, TimeoutException.class))
            .done()
            .build();
  }

  @Override
  public Inquiry.Response send(Inquiry.Request made) throws IOException, InterruptedException {
    try {
      return tries.call(
          () -> {
            pace.await(account);
            return request.call(() -> sendOnce(made));
          });
    } catch (IOException | InterruptedException | RuntimeException e) {
      throw e;
    } catch (SQLException e) {
      throw new IOException("the database is away", e);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Inquiry.Response sendOnce(Inquiry.Request made) throws IOException, InterruptedException {
    HttpResponse<InputStream> response =
        client.send(made.make(), HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream stream = response.body()) {
      byte[] body = stream.readNBytes(LARGEST_BODY + 1);
      if (body.length > LARGEST_BODY) {
        throw new Inquiry.NoAnswer("more than " + LARGEST_BODY + " bytes");
      }
      if (response.statusCode() >= 500 || response.statusCode() == 429) {
        throw new Inquiry.NoAnswer("HTTP " + response.statusCode());
      }
      return new Inquiry.Response(
          response.statusCode(), new RawCallback(headers(response), body, clock.instant()));
    }
  }

  private static Map<String, List<String>> headers(HttpResponse<?> response) {
    Map<String, List<String>> headers = new HashMap<>();
    response
        .headers()
        .map()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values));
    return headers;
  }
}
