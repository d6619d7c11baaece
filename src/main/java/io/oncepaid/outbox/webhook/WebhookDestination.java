package io.oncepaid.outbox.webhook;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.outbox.Attempt;
import io.oncepaid.outbox.Daemons;
import io.oncepaid.outbox.Delivery;
import io.oncepaid.outbox.Destination;
import io.quarkus.tls.TlsConfigurationRegistry;
import io.quarkus.tls.runtime.config.TlsConfigUtils;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import jakarta.enterprise.context.ApplicationScoped;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Posts events to the merchants' notify-url, signed by Standard Webhooks. Connects only to
 * addresses that were checked, follows no redirect and keeps nothing of what a receiver says. A
 * trust store for receivers with certificates of one's own is the TLS configuration {@code
 * oncepaid-outbox}.
 */
@ApplicationScoped
class WebhookDestination implements Destination {
  private static final String TLS = "oncepaid-outbox";

  /** Shorter than usual servers keep idle connections, so that none closes under a request. */
  private static final int KEEP_ALIVE_S = 3;

  private final Map<String, Target> targets = new HashMap<>();
  private final OncepaidConfig.Outbox config;
  private final Clock clock;
  private final Vertx vertx;
  private final HttpClient http;

  /** Name servers may be slow: one thread for each look-up, bounded by what the lanes let out. */
  private final ExecutorService lookUps =
      Executors.newCachedThreadPool(Daemons.named("outbox-look-up"));

  WebhookDestination(
      OncepaidConfig config, Clock clock, Vertx vertx, TlsConfigurationRegistry tls) {
    this.config = config.outbox();
    this.clock = clock;
    this.vertx = vertx;
    config
        .merchants()
        .forEach(
            (name, merchant) -> {
              if (merchant.notifyUrl().isPresent() && merchant.notifySecret().isPresent()) {
                Signature signature = new Signature(merchant.notifySecret().get());
                targets.put(name, new Target(URI.create(merchant.notifyUrl().get()), signature));
              }
            });
    HttpClientOptions options =
        new HttpClientOptions()
            .setKeepAliveTimeout(KEEP_ALIVE_S)
            .setMaxPoolSize(Math.max(1, targets.size()) * this.config.concurrency())
            .setConnectTimeout((int) this.config.timeout().toMillis());
    tls.get(TLS).ifPresent(own -> TlsConfigUtils.configure(options, own));
    this.http = vertx.createHttpClient(options);
  }

  @Override
  public String name() {
    return "webhook";
  }

  @Override
  public boolean serves(String merchant) {
    return targets.containsKey(merchant);
  }

  @Override
  public CompletionStage<Delivery> deliver(Attempt attempt) {
    Target target = targets.get(attempt.merchant());
    CompletableFuture<InetAddress> address = new CompletableFuture<>();
    lookUps.execute(
        () -> {
          try {
            address.complete(target.address(attempt.number(), config.allowPrivateAddresses()));
          } catch (UnknownHostException e) {
            address.completeExceptionally(new Target.Forbidden("no address for " + target.host()));
          } catch (Target.Forbidden | RuntimeException e) {
            address.completeExceptionally(e);
          }
        });
    return address
        .thenCompose(
            checked ->
                new Post(vertx, http, clock, config.timeout()).send(target, checked, attempt))
        .exceptionally(error -> new Delivery.Unavailable(Post.words(error), null));
  }
}
