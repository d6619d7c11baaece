package io.oncepaid.gateway.stripe;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Address;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Inquiry;
import io.oncepaid.gateway.JsonShape.NotReadable;
import io.oncepaid.gateway.JsonValues;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.Standing;
import io.oncepaid.gateway.UnusableCallback;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Stripe's payment intents of an order: found by their metadata, then each read for itself, because
 * what is found may be out of date. Answers are not signed: they are believed because TLS names the
 * host, which only it and this service share the key with.
 */
final class StripeInquiry implements Inquiry {
  /** New and changed objects are found within a minute, in bad times within an hour. */
  private static final Duration BLIND = Duration.ofHours(1);

  private static final String INTENTS = "/v1/payment_intents";

  private final URI base;
  private final String account;
  private final String orderKey;
  private final StripeObjects objects;
  private final RereadKeys<String> key;

  /**
   * @throws InvalidSetting for keys and addresses that cannot be used
   */
  StripeInquiry(String property, AccountConfig.Stripe settings, String apiKey) {
    this.base = Address.ofSecret(property + ".base-url", settings.baseUrl());
    this.account = settings.account().orElse(null);
    this.orderKey = StripeEvents.metadataKey(property + ".order-key", settings.orderKey());
    this.objects = new StripeObjects(orderKey, settings.refundKey());
    this.key = new RereadKeys<>(files -> files.secret(property + ".api-key", apiKey));
  }

  @Override
  public Duration blindFor() {
    return BLIND;
  }

  @Override
  public Standing ask(String outTradeNo, Exchange exchange)
      throws UnusableCallback, IOException, InterruptedException {
    try {
      return standing(outTradeNo, exchange);
    } catch (NotReadable | InvalidNotice e) {
      throw UnusableCallback.unreadable("the answer: " + e.getMessage(), outTradeNo, new byte[0]);
    }
  }

  private Standing standing(String outTradeNo, Exchange exchange)
      throws NotReadable, UnusableCallback, IOException, InterruptedException {
    // The characters of an out_trade_no and of a metadata key need no escaping in the query.
    String query = "metadata['" + orderKey + "']:'" + outTradeNo + "'";
    Response search = get(INTENTS + "/search?limit=100&query=" + encoded(query), exchange);
    List<String> found = StripeObjects.found(search);
    List<String> open = new ArrayList<>();
    List<Notice> notices = new ArrayList<>();
    RawCallback proof = search.content();
    boolean ended = true;
    for (String id : found) {
      Response response = get(INTENTS + "/" + id + "?expand%5B%5D=latest_charge", exchange);
      JsonValues intent = objects.intent(outTradeNo, id, response);
      switch (intent.textOrEmpty("status")) {
        case "succeeded" -> {
          notices.add(StripeObjects.paid(outTradeNo, intent));
          notices.addAll(refunds(outTradeNo, intent, exchange));
          proof = response.content();
        }
        case "requires_payment_method", "requires_confirmation", "requires_action" -> {
          ended = false;
          open.add(id);
        }
        // The payer's bank, or the merchant, has the word now: such an order is not closed.
        case "processing", "requires_capture" -> ended = false;
        case "canceled" -> {}
        default -> throw new InvalidNotice("status");
      }
    }
    if (!notices.isEmpty()) {
      return Standing.paid(notices, proof);
    }
    if (!ended) {
      return Standing.open(open, proof);
    }
    return found.isEmpty() ? Standing.notFound(proof) : Standing.closed(proof);
  }

  /** What went back of it: refunds one by one, as their events tell them. */
  private List<Notice> refunds(String outTradeNo, JsonValues intent, Exchange exchange)
      throws NotReadable, UnusableCallback, IOException, InterruptedException {
    if (!StripeObjects.isRefunded(intent)) {
      return List.of();
    }
    String id = intent.textOrEmpty("id");
    Response response = get("/v1/refunds?limit=100&payment_intent=" + id, exchange);
    return objects.refunds(outTradeNo, id, response);
  }

  @Override
  public void close(String outTradeNo, Standing open, Exchange exchange)
      throws IOException, InterruptedException {
    for (String id : open.orders()) {
      exchange.send(
          () ->
              request(INTENTS + "/" + id + "/cancel")
                  .header("Content-Type", "application/x-www-form-urlencoded")
                  .POST(HttpRequest.BodyPublishers.ofString("cancellation_reason=abandoned"))
                  .build());
    }
  }

  private Response get(String path, Exchange exchange) throws IOException, InterruptedException {
    Response response = exchange.send(() -> request(path).GET().build());
    if (response.status() != 200) {
      throw new NoAnswer("HTTP " + response.status());
    }
    return response;
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Authorization", "Bearer " + key.get());
    return account == null ? request : request.header("Stripe-Account", account);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
