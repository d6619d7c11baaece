package io.oncepaid.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;

import io.oncepaid.testing.TestPostgres;
import io.oncepaid.testing.TestShop;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class MalformedRequestTest extends ApiTest {
  @TestHTTPResource URL url;

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\0',
      value = {
        "amount; {\"currency\":\"CNY\"}",
        "amount; {\"amount\":null,\"currency\":\"CNY\"}",
        "amount; {\"amount\":0,\"currency\":\"CNY\"}",
        "amount; {\"amount\":-1,\"currency\":\"CNY\"}",
        "amount; {\"amount\":1.0,\"currency\":\"CNY\"}",
        "amount; {\"amount\":1e2,\"currency\":\"CNY\"}",
        "amount; {\"amount\":1e999999999,\"currency\":\"CNY\"}",
        "amount; {\"amount\":\"100\",\"currency\":\"CNY\"}",
        "amount; {\"amount\":true,\"currency\":\"CNY\"}",
        "amount; {\"amount\":[1],\"currency\":\"CNY\"}",
        "amount; {\"amount\":9223372036854775808,\"currency\":\"CNY\"}",
        "amount; {\"amount\":01,\"currency\":\"CNY\"}",
        "amount; {\"amount\":NaN,\"currency\":\"CNY\"}",
        "amount; {\"amount\":1,\"amount\":1,\"currency\":\"CNY\"}",
        "currency; {\"amount\":1}",
        "currency; {\"amount\":1,\"currency\":\"cny\"}",
        "currency; {\"amount\":1,\"currency\":\"RMB\"}",
        "currency; {\"amount\":1,\"currency\":\"\"}",
        "currency; {\"amount\":1,\"currency\":156}",
        "out_trade_no; {\"out_trade_no\":\"\",\"amount\":1,\"currency\":\"CNY\"}",
        "out_trade_no; {\"out_trade_no\":\"a b\",\"amount\":1,\"currency\":\"CNY\"}",
        "out_trade_no; {\"out_trade_no\":\"a\\u0000b\",\"amount\":1,\"currency\":\"CNY\"}",
        "out_trade_no; {\"out_trade_no\":\"a\\n\",\"amount\":1,\"currency\":\"CNY\"}",
        "out_trade_no; {\"out_trade_no\":\"é\",\"amount\":1,\"currency\":\"CNY\"}",
        "out_trade_no; {\"out_trade_no\":1,\"amount\":1,\"currency\":\"CNY\"}",
        "subject; {\"amount\":1,\"currency\":\"CNY\",\"subject\":\"\"}",
        "subject; {\"amount\":1,\"currency\":\"CNY\",\"subject\":\"a\\u0000\"}",
        "subject; {\"amount\":1,\"currency\":\"CNY\",\"subject\":\"\\ud83e\"}",
        "subject; {\"amount\":1,\"currency\":\"CNY\",\"subject\":{}}",
        "expires_at; {\"amount\":1,\"currency\":\"CNY\",\"expires_at\":\"tomorrow\"}",
        "expires_at; {\"amount\":1,\"currency\":\"CNY\",\"expires_at\":\"2099-01-01\"}",
        "expires_at; {\"amount\":1,\"currency\":\"CNY\",\"expires_at\":\"2099-01-01T00:00:00\"}",
        "expires_at; {\"amount\":1,\"currency\":\"CNY\",\"expires_at\":\"2099-13-01T00:00:00Z\"}",
        "expires_at; {\"amount\":1,\"currency\":\"CNY\",\"expires_at\":4102444800}",
        "accounts; {\"amount\":1,\"currency\":\"CNY\",\"accounts\":[]}",
        "accounts; {\"amount\":1,\"currency\":\"CNY\",\"accounts\":\"alipay-a\"}",
        "accounts; {\"amount\":1,\"currency\":\"CNY\",\"accounts\":[1]}",
        "accounts; {\"amount\":1,\"currency\":\"CNY\",\"accounts\":[\"a\",\"a\"]}",
        "payer_reference; {\"amount\":1,\"currency\":\"CNY\",\"payer_reference\":\"\"}",
        "payer_reference; {\"amount\":1,\"currency\":\"CNY\",\"payer_reference\":7}",
        "confirm_duplicate; {\"amount\":1,\"currency\":\"CNY\",\"confirm_duplicate\":\"true\"}",
        "confirm_duplicate; {\"amount\":1,\"currency\":\"CNY\",\"confirm_duplicate\":1}",
        "ammount; {\"ammount\":1,\"currency\":\"CNY\"}",
        "body; []",
        "body; 1",
        "body; \"text\"",
        "body; null",
        "body; {",
        "amount; {\"amount\"",
        "body; {}}",
        "body; {\"amount\":1,\"currency\":\"CNY\"} x",
        "currency; {\"amount\":1,\"currency\":\"CNY\",}",
        "body; {'amount':1}",
        "amount; {\"amount\":/**/1,\"currency\":\"CNY\"}"
      })
  void a_wrong_field_is_named(String field, String body) {
    asShop()
        .body(body.getBytes(StandardCharsets.UTF_8))
        .post("/payments")
        .then()
        .statusCode(400)
        .contentType("application/problem+json")
        .body("field", equalTo(field));
  }

  @Test
  void texts_are_limited() {
    String terms = "{\"amount\":1,\"currency\":\"CNY\",\"%s\":\"%s\"}";
    asShop()
        .body(terms.formatted("out_trade_no", newNumber() + "x".repeat(31)))
        .post("/payments")
        .then()
        .statusCode(201);
    asShop()
        .body(terms.formatted("out_trade_no", "x".repeat(65)))
        .post("/payments")
        .then()
        .statusCode(400)
        .body("field", equalTo("out_trade_no"));
    asShop()
        .body(terms.formatted("subject", "围".repeat(256)))
        .post("/payments")
        .then()
        .statusCode(201);
    asShop()
        .body(terms.formatted("subject", "围".repeat(257)))
        .post("/payments")
        .then()
        .statusCode(400)
        .body("field", equalTo("subject"));
  }

  @Test
  void a_body_that_is_no_utf8_is_refused() {
    byte[] gbk = {
      '{', '"', 's', 'u', 'b', 'j', 'e', 'c', 't', '"', ':', '"', (byte) 0xce, '"', '}'
    };
    asShop().body(gbk).post("/payments").then().statusCode(400).body("field", equalTo("body"));
    asShop()
        .body("{\"amount\":1,\"currency\":\"CNY\"}".getBytes(StandardCharsets.UTF_16))
        .post("/payments")
        .then()
        .statusCode(400);
    asShop().body(new byte[0]).post("/payments").then().statusCode(400);
  }

  @Test
  void depth_and_number_of_fields_have_an_end() throws Exception {
    String deep = "[".repeat(100_000) + "]".repeat(100_000);
    assertThat(post("{\"accounts\":" + deep + "}")).isEqualTo(400);
    StringBuilder wide = new StringBuilder("{\"amount\":1");
    for (int i = 0; i < 50_000; i++) {
      wide.append(",\"f").append(i).append("\":1");
    }
    assertThat(post(wide.append("}").toString())).isEqualTo(400);
    assertThat(post("{\"amount\":" + "9".repeat(500_000) + "}")).isEqualTo(400);
    assertThat(post("{\"subject\":\"" + "\\u0061".repeat(150_000) + "\"}")).isEqualTo(400);
  }

  /** Without rest-assured, which keeps a pretty-printed copy of what it sends. */
  private int post(String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(url.toURI().resolve("/payments"))
            .header("Authorization", "Bearer " + TestShop.API_KEY)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(body))
            .build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
  }

  @Test
  void a_body_beyond_one_mebibyte_is_too_large() {
    asShop()
        .body("{\"subject\":\"" + "x".repeat(1 << 20) + "\"}")
        .post("/payments")
        .then()
        .statusCode(413)
        .contentType("application/problem+json")
        .body("code", equalTo("TOO_LARGE"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a b", "é", "\"a", "\"a\" "})
  void a_key_that_is_none_is_refused(String key) {
    Response answer =
        asShop()
            .header("Idempotency-Key", key)
            .body("{\"amount\":1,\"currency\":\"CNY\"}")
            .post("/payments");
    assertThat(answer.statusCode()).isIn(400, 201);
    if (answer.statusCode() == 400) {
      assertThat(answer.<String>path("field")).isEqualTo("Idempotency-Key");
    }
  }

  @Test
  void what_the_framework_refuses_is_a_problem_too() {
    asShop().get("/nothing").then().statusCode(404).contentType("application/problem+json");
    asShop()
        .delete("/payments/x")
        .then()
        .statusCode(405)
        .contentType("application/problem+json")
        .body("code", equalTo("METHOD_NOT_ALLOWED"));
    asShop()
        .contentType("text/plain")
        .body("{}")
        .post("/payments")
        .then()
        .statusCode(415)
        .contentType("application/problem+json");
    asShop()
        .accept("text/html")
        .get("/payments/x")
        .then()
        .statusCode(406)
        .contentType("application/problem+json");
  }

  @Test
  void paths_with_anything_in_them_find_nothing() {
    for (String path : new String[] {"%00", "%0a", "%ff", "%E4%B8%80", "..%2f..", "x".repeat(65)}) {
      asShop().urlEncodingEnabled(false).get("/payments/" + path).then().statusCode(404);
      asShop().urlEncodingEnabled(false).post("/payments/" + path + "/ship").then().statusCode(404);
      asShop().urlEncodingEnabled(false).get("/cases/" + path).then().statusCode(404);
    }
  }

  @Test
  void mutations_of_a_good_body_are_never_an_error_of_ours() {
    Random random = new Random(20261130);
    byte[] good =
        """
        {"out_trade_no":"N","amount":100,"currency":"CNY","subject":"a\\u00e9b",
         "expires_at":"2099-01-01T00:00:00Z","accounts":["alipay-a"]}"""
            .getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < 400; i++) {
      byte[] body = good.clone();
      for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
        body[random.nextInt(body.length)] = (byte) random.nextInt(256);
      }
      int status =
          asShop()
              .header("Idempotency-Key", "mutation-" + random.nextInt(20))
              .body(body)
              .post("/payments")
              .statusCode();
      assertThat(status).as(new String(body, StandardCharsets.ISO_8859_1)).isLessThan(500);
    }
  }
}
