package io.oncepaid.simulate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The service over HTTP, as the merchant and the gateways see it. A request that was not decided
 * (503, a broken connection) is sent again for a while, as gateways do.
 */
final class ServiceClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofMillis(200);
  private static final int CASES_AT_ONCE = 200;

  /** An answer as it came. */
  record Answered(int status, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    JsonNode json() {
      try {
        return JSON.readTree(body);
      } catch (IOException e) {
        throw new IllegalStateException("not JSON: " + text(), e);
      }
    }
  }

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(TIMEOUT)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();
  private final URI service;
  private final String apiKey;
  private final Duration patience;
  private final Tally tally;
  private volatile boolean gone;

  /**
   * @param patience how long an undecided request is sent again
   */
  ServiceClient(URI service, String apiKey, Duration patience, Tally tally) {
    this.service = service;
    this.apiKey = apiKey;
    this.patience = patience;
    this.tally = tally;
  }

  /** True once the service gave no answer for longer than the patience. */
  boolean isGone() {
    return gone;
  }

  Answered send(Callback callback) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(service.resolve("/callbacks/" + callback.account()))
            .timeout(TIMEOUT)
            .POST(BodyPublishers.ofByteArray(callback.body()));
    callback.headers().forEach(request::header);
    return untilDecided(request.build(), true);
  }

  Answered register(Trade trade) {
    String body =
        JsonNodeFactory.instance
            .objectNode()
            .put("out_trade_no", trade.outTradeNo())
            .put("amount", trade.amount())
            .put("currency", trade.currency())
            .put("subject", trade.subject())
            .toString();
    return untilDecided(
        merchant("/payments")
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build(),
        false);
  }

  /**
   * @param operation close, ship or complete
   */
  Answered change(String outTradeNo, String operation) {
    return untilDecided(
        merchant("/payments/" + outTradeNo + "/" + operation).POST(BodyPublishers.noBody()).build(),
        false);
  }

  Answered payment(String outTradeNo) {
    return untilDecided(merchant("/payments/" + outTradeNo).build(), false);
  }

  /** One page of the merchant's cases, newest first. */
  Answered cases(String status, String cursor) {
    String page = cursor.isEmpty() ? "" : "&cursor=" + cursor;
    return untilDecided(
        merchant("/cases?status=" + status + "&limit=" + CASES_AT_ONCE + page).build(), false);
  }

  private HttpRequest.Builder merchant(String path) {
    return HttpRequest.newBuilder(service.resolve(path))
        .timeout(TIMEOUT)
        .header("Authorization", "Bearer " + apiKey);
  }

  private Answered untilDecided(HttpRequest request, boolean timed) {
    long givingUpAt = System.nanoTime() + patience.toNanos();
    while (true) {
      Answered answered;
      try {
        answered = once(request, timed);
        if (answered.status() != 503 || System.nanoTime() > givingUpAt) {
          return answered;
        }
      } catch (IOException e) {
        if (gone || System.nanoTime() > givingUpAt) {
          gone = true; // the other requests need not wait for as long
          throw new ServiceIsGone(service, e);
        }
      }
      tally.repeated();
      pause();
    }
  }

  private Answered once(HttpRequest request, boolean timed) throws IOException {
    try {
      long start = System.nanoTime();
      HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
      if (timed) {
        tally.latencies().record(System.nanoTime() - start);
      }
      return new Answered(response.statusCode(), response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The service gave no answer for longer than the patience. */
  static final class ServiceIsGone extends RuntimeException {
    ServiceIsGone(URI service, IOException cause) {
      super("no answer from " + service + ": " + cause, cause);
    }
  }
}
