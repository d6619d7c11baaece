package io.oncepaid.query;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncepaid.query.StandIn.State;
import io.oncepaid.testing.Books;
import io.oncepaid.testing.OwnPostgres;
import io.oncepaid.testing.PackagedService;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The whole loop on the packaged service, over HTTP on both sides. */
class ActiveQueryIT {
  private static final String KEY = "shop-key-7d2f90c1b6a84e35";
  private static final long AMOUNT = 8880;

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void killed_while_a_question_is_open_it_asks_again_and_books_once() throws Exception {
    try (OwnPostgres postgres = OwnPostgres.start();
        AlipayStandIn alipay = new AlipayStandIn();
        WechatpayStandIn wechat = new WechatpayStandIn()) {
      Map<String, String> settings = settings(postgres, alipay, wechat);
      Books books = new Books(postgres.database());
      CountDownLatch asked = new CountDownLatch(1);
      CountDownLatch killed = new CountDownLatch(1);
      AtomicBoolean first = new AtomicBoolean(true);
      alipay.beforeAnswer = () -> holdTheFirst(first, asked, killed);
      alipay.order("T1", State.PAID, AMOUNT);
      wechat.order("T2", State.OPEN, AMOUNT);
      try (PackagedService service = PackagedService.start(settings)) {
        register(service, "T1", "\"accounts\": [\"ali\"]");
        asked.await();
        service.kill();
      }
      killed.countDown();
      assertThat(books.status("shop", "T1")).isEqualTo("PENDING");
      // The dead instance's lease, waited for in no time.
      books.run("UPDATE payment_query SET next_at = now()");

      try (PackagedService service = PackagedService.start(settings)) {
        Instant soon = Instant.now().plusSeconds(3);
        register(service, "T2", "\"expires_at\": \"" + soon + "\", \"accounts\": [\"wx\"]");
        await()
            .atMost(ofSeconds(90))
            .until(
                () ->
                    "PAID".equals(books.status("shop", "T1"))
                        && "CLOSED".equals(books.status("shop", "T2")));

        assertThat(books.flows("shop", "T1")).containsExactly("PAY " + AMOUNT);
        assertThat(books.events("shop", "T1")).containsExactly("payment.paid");
        assertThat(wechat.orders.get("T2").state()).isEqualTo(State.CLOSED);
        assertThat(get(service.url() + "/payments/T2/timeline"))
            .contains("CLOSED")
            .contains("\"source\":\"QUERY\"");
        assertThat(get(service.management() + "/q/metrics"))
            .contains("oncepaid_query_answers_total{account=\"ali\",answer=\"paid\"");
      }
    }
  }

  private static void holdTheFirst(
      AtomicBoolean first, CountDownLatch asked, CountDownLatch killed) {
    if (first.getAndSet(false)) {
      asked.countDown();
      try {
        killed.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Map<String, String> settings(
      OwnPostgres postgres, StandIn alipay, StandIn wechat) {
    Map<String, String> settings = new HashMap<>(postgres.settings());
    settings.put("oncepaid.merchants.shop.api-key", KEY);
    settings.put("oncepaid.query.age", "1s");
    settings.put("oncepaid.query.every", "1s");
    settings.put("oncepaid.query.shortest-wait", "1s");
    settings.put("oncepaid.query.timeout", "20s");
    settings.put("oncepaid.accounts.ali.merchant", "shop");
    settings.put("oncepaid.accounts.wx.merchant", "shop");
    alipay
        .settings()
        .forEach((name, value) -> settings.put("oncepaid.accounts.ali." + name, value));
    wechat.settings().forEach((name, value) -> settings.put("oncepaid.accounts.wx." + name, value));
    return settings;
  }

  private void register(PackagedService service, String number, String more)
      throws IOException, InterruptedException {
    HttpRequest request =
        request(service.url() + "/payments")
            .header("Content-Type", "application/json")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"out_trade_no\": \"%s\", \"amount\": %d, \"currency\": \"CNY\", %s}"
                        .formatted(number, AMOUNT, more)))
            .build();
    assertThat(http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
        .isEqualTo(201);
  }

  private String get(String url) throws IOException, InterruptedException {
    return http.send(request(url).GET().build(), HttpResponse.BodyHandlers.ofString()).body();
  }

  private static HttpRequest.Builder request(String url) {
    return HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer " + KEY);
  }
}
