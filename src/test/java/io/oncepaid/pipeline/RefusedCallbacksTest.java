package io.oncepaid.pipeline;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.oncepaid.simulate.Callback;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.TestShop;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What layer 1 refuses is counted by reason. */
@QuarkusTest
class RefusedCallbacksTest extends PipelineTest {
  @Inject MeterRegistry metrics;
  @Inject Clock clock;

  @Test
  void FR08_a_signature_probe_is_refused_under_its_own_count_and_the_genuine_one_follows() {
    String number = merchant.replace("m-", "T");
    books.register(TestShop.MERCHANT, number, 1000, "CNY");
    Trade trade = new Trade(number, "4200" + number, 1000, "CNY", "book", clock.instant());
    Callback genuine = TestShop.wechatpay(clock).paid(trade, 0);
    Map<String, String> probe = new HashMap<>(genuine.headers());
    probe.put("Wechatpay-Signature", "WECHATPAY/SIGNTEST/" + probe.get("Wechatpay-Signature"));
    double probes = count("PROBE");
    double forged = count("FORGED");

    assertThat(post(probe, genuine.body())).isEqualTo(401);

    assertThat(count("PROBE")).isEqualTo(probes + 1);
    assertThat(count("FORGED")).isEqualTo(forged);
    assertThat(books.status(TestShop.MERCHANT, number)).isEqualTo("PENDING");
    assertThat(post(genuine.headers(), genuine.body())).isEqualTo(204);
    assertThat(books.status(TestShop.MERCHANT, number)).isEqualTo("PAID");
  }

  private double count(String reason) {
    return metrics
        .counter("oncepaid.callbacks.refused", "account", TestShop.WECHAT, "reason", reason)
        .count();
  }

  private static int post(Map<String, String> headers, byte[] body) {
    return given().headers(headers).body(body).post("/callbacks/" + TestShop.WECHAT).statusCode();
  }
}
