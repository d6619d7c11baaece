package io.oncepaid.reconciliation.repair;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oncepaid.reconciliation.ReconciliationConfig;
import io.oncepaid.reconciliation.SharedConfig;
import io.smallrye.faulttolerance.api.ExponentialBackoff;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.eclipse.microprofile.faulttolerance.CircuitBreaker;
import org.eclipse.microprofile.faulttolerance.Retry;

/**
 * The service's {@code POST /settlements}. What is sent passes the service's layers 2 to 4, so that
 * sending the same twice books it once.
 */
@ApplicationScoped
public class Settlements {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ReconciliationConfig config;
  private final SharedConfig shared;
  private final ObjectMapper json;
  private HttpClient client;

  Settlements(ReconciliationConfig config, SharedConfig shared, ObjectMapper json) {
    this.config = config;
    this.shared = shared;
    this.json = json;
  }

  /** The service did not decide: nothing was booked, the same may be sent again. */
  public static final class Unavailable extends IOException {
    public Unavailable(String problem) {
      super(problem);
    }
  }

  /** The service did not take the request at all; another try would not better it. */
  public static final class NotUnderstood extends IOException {
    public NotUnderstood(String problem) {
      super(problem);
    }
  }

  /**
   * Sends one movement.
   *
   * @return the service's verdict, such as APPLIED or CONFLICT
   * @throws Unavailable when the service did not decide, after several tries
   * @throws NotUnderstood when it gives no verdict
   */
  @Retry(
      maxRetries = 4,
      delay = 200,
      jitter = 100,
      retryOn = IOException.class,
      abortOn = NotUnderstood.class)
  @ExponentialBackoff(maxDelay = 5, maxDelayUnit = ChronoUnit.SECONDS)
  @CircuitBreaker(
      requestVolumeThreshold = 20,
      failureRatio = 0.9,
      delay = 5,
      delayUnit = ChronoUnit.SECONDS,
      failOn = Unavailable.class)
  public String settle(Missing missing) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(config.serviceUrl() + "/settlements"))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .header("Authorization", "Bearer " + shared.operator().apiKey().orElse(""))
            .POST(HttpRequest.BodyPublishers.ofByteArray(json.writeValueAsBytes(body(missing))))
            .build();
    HttpResponse<byte[]> response = client().send(request, HttpResponse.BodyHandlers.ofByteArray());
    return verdict(response);
  }

  private String verdict(HttpResponse<byte[]> response) throws IOException {
    JsonNode verdict = null;
    try {
      verdict = json.readTree(response.body()).get("verdict");
    } catch (IOException notJson) {
      throw new Unavailable("HTTP " + response.statusCode() + " without JSON");
    }
    if (verdict != null && verdict.isTextual() && !verdict.asText().equals("UNAVAILABLE")) {
      return verdict.asText();
    }
    if (response.statusCode() / 100 == 4 && response.statusCode() != 429) {
      throw new NotUnderstood(
          "HTTP " + response.statusCode() + " " + new String(response.body(), UTF_8));
    }
    throw new Unavailable("HTTP " + response.statusCode());
  }

  private ObjectNode body(Missing missing) {
    ObjectNode body = json.createObjectNode();
    body.put("account", missing.account());
    body.put("kind", missing.refund() ? "REFUNDED" : "PAID");
    putUnlessEmpty(body, "out_trade_no", missing.outTradeNo());
    body.put("transaction_id", missing.transactionId());
    if (missing.refund()) {
      putUnlessEmpty(body, "out_refund_no", missing.outRefundNo());
      putUnlessEmpty(body, "gateway_refund_id", missing.gatewayRefundId());
    }
    body.put("amount", missing.amount());
    body.put("currency", missing.currency());
    body.put("occurred_at", missing.occurredAt().toString());
    body.put("source", "RECONCILIATION");
    body.put("evidence", missing.evidence());
    return body;
  }

  private static void putUnlessEmpty(ObjectNode body, String field, String value) {
    if (!value.isEmpty()) {
      body.put(field, value);
    }
  }

  private synchronized HttpClient client() {
    if (client == null) {
      client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(3)).build();
    }
    return client;
  }
}
