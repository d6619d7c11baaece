package io.oncepaid.simulate;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.OncepaidConfig.Merchant;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * A pretend shop's order form, to see two clicks become one order. Served in development and by the
 * demo only: it does for whoever opens it what a shop's own server does, and adds the merchant's
 * key to the two calls of the page. A browser must never have that key.
 */
@ApplicationScoped
class OrderForm {
  static final String PATH = "/order-form";

  /** Before the framework, which would find nothing here. */
  private static final int FIRST = -1;

  private static final String CONTENT_POLICY =
      "default-src 'none'; connect-src 'self'; img-src data:; style-src 'unsafe-inline';"
          + " script-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

  private final Router router;
  private final OncepaidConfig config;

  OrderForm(Router router, OncepaidConfig config) {
    this.router = router;
    this.config = config;
  }

  void inDevelopment(@Observes StartupEvent event) {
    if (LaunchMode.current().isDevOrTest()) {
      open();
    }
  }

  /** Serves it from now on, for the first merchant; without one there is no form. */
  void open() {
    String page = page();
    firstKey()
        .ifPresent(
            key -> {
              router.get(PATH).order(FIRST).handler(context -> show(context, page));
              for (String call : new String[] {"/payments", "/submit-tokens"}) {
                router
                    .post(PATH + call)
                    .order(FIRST)
                    .handler(context -> forMerchant(context, call, key));
              }
            });
  }

  private Optional<String> firstKey() {
    return config.merchants().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(Map.Entry::getValue)
        .map(Merchant::apiKey)
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static void show(RoutingContext context, String page) {
    context
        .response()
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/html; charset=utf-8")
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader("Content-Security-Policy", CONTENT_POLICY)
        .end(page);
  }

  private static void forMerchant(RoutingContext context, String call, String key) {
    context.request().headers().set(HttpHeaders.AUTHORIZATION, "Bearer " + key);
    context.reroute(call);
  }

  private static String page() {
    try (InputStream page = OrderForm.class.getResourceAsStream("/order-form.html")) {
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
