package io.oncepaid.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.nullValue;

import io.oncepaid.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class RegistrationTest extends ApiTest {

  @Test
  void a_payment_is_registered_with_all_that_was_agreed() throws Exception {
    String number = newNumber();
    asShop()
        .body(
            """
            {"out_trade_no": "%s", "amount": 9223372036854775807, "currency": "JPY",
             "subject": "一条围巾 🧣", "expires_at": "2099-01-31T20:00:00.123456+08:00",
             "accounts": ["wechat-a", "alipay-a"], "payer_reference": "customer 7"}"""
                .formatted(number))
        .post("/payments")
        .then()
        .statusCode(201)
        .contentType("application/json")
        .header("Location", "/payments/" + number)
        .body("out_trade_no", equalTo(number))
        .body("merchant", equalTo("shop"))
        .body("amount", equalTo(Long.MAX_VALUE))
        .body("currency", equalTo("JPY"))
        .body("status", equalTo("PENDING"))
        .body("refunded_amount", equalTo(0))
        .body("account", nullValue())
        .body("transaction_id", nullValue())
        .body("paid_at", nullValue())
        .body("subject", equalTo("一条围巾 🧣"))
        .body("expires_at", equalTo("2099-01-31T12:00:00.123456Z"))
        .body("accounts", equalTo(List.of("alipay-a", "wechat-a")))
        .body("payer_reference", equalTo("customer 7"))
        .body("created_at", matchesPattern("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d.*Z"));
    assertThat(
            text(
                "SELECT what || ' ' || to_status FROM payment_history WHERE out_trade_no = ?",
                number))
        .isEqualTo("REGISTERED PENDING");
  }

  @Test
  void numbers_with_every_allowed_character_can_be_registered_and_read() {
    String number = "a|b*c@d-e_" + newNumber();
    String location =
        asShop()
            .body(terms(number))
            .post("/payments")
            .then()
            .statusCode(201)
            .extract()
            .header("Location");
    assertThat(location).isEqualTo("/payments/" + number.replace("|", "%7C").replace("@", "%40"));
    asShop()
        .urlEncodingEnabled(false)
        .get(location)
        .then()
        .statusCode(200)
        .body("out_trade_no", equalTo(number));
  }

  @Test
  void without_a_number_one_is_made_that_ascends() {
    String terms = "{\"amount\": 1, \"currency\": \"KWD\"}";
    String first = asShop().body(terms).post("/payments").path("out_trade_no");
    String second = asShop().body(terms).post("/payments").path("out_trade_no");
    assertThat(first).matches("[0-9A-Z]{26}");
    assertThat(second).isGreaterThan(first);
  }

  @Test
  void the_same_terms_again_are_answered_with_the_payment_as_it_is_now() {
    String number = paid();
    asShop()
        .body(terms(number))
        .post("/payments")
        .then()
        .statusCode(200)
        .body("status", equalTo("PAID"));
  }

  @Test
  void other_terms_under_the_same_number_are_refused_with_their_names() {
    String number = registered();
    asShop()
        .body(
            """
            {"out_trade_no": "%s", "amount": 8881, "currency": "CNY", "subject": "x",
             "expires_at": "2099-01-01T00:00:00Z", "accounts": ["alipay-a"],
             "payer_reference": "p"}"""
                .formatted(number))
        .post("/payments")
        .then()
        .statusCode(409)
        .contentType("application/problem+json")
        .body("code", equalTo("PAYMENT_DIFFERS"))
        .body(
            "differences",
            hasItems("amount", "subject", "expires_at", "accounts", "payer_reference"));
  }

  @Test
  void the_same_number_of_another_merchant_is_another_payment() {
    String number = registered();
    asOther().body(terms(number)).post("/payments").then().statusCode(201);
  }

  @Test
  void a_payment_that_is_over_before_it_begins_is_refused() {
    asShop()
        .body("{\"amount\": 1, \"currency\": \"CNY\", \"expires_at\": \"2020-01-01T00:00:00Z\"}")
        .post("/payments")
        .then()
        .statusCode(422)
        .body("field", equalTo("expires_at"));
  }

  @Test
  void a_repeat_is_not_refused_because_time_has_passed() throws Exception {
    String number = newNumber();
    String terms =
        "{\"out_trade_no\": \"%s\", \"amount\": 1, \"currency\": \"CNY\", \"expires_at\": \"%s\"}";
    asShop()
        .body(terms.formatted(number, "2099-01-01T00:00:00Z"))
        .post("/payments")
        .then()
        .statusCode(201);
    execute(
        "UPDATE payment SET expires_at = '2020-01-01T00:00:00Z' WHERE out_trade_no = ?", number);
    asShop()
        .body(terms.formatted(number, "2020-01-01T00:00:00Z"))
        .post("/payments")
        .then()
        .statusCode(200);
  }

  @Test
  void only_own_accounts_can_be_named() {
    for (String account : List.of("alipay-other", "nobody")) {
      asShop()
          .body("{\"amount\": 1, \"currency\": \"CNY\", \"accounts\": [\"" + account + "\"]}")
          .post("/payments")
          .then()
          .statusCode(422)
          .body("field", equalTo("accounts"));
    }
  }

  @Test
  void eight_threads_register_the_same_payment_and_one_row_results() throws Exception {
    String number = newNumber();
    List<Response> answers = atOnce(8, () -> asShop().body(terms(number)).post("/payments"));
    assertThat(answers).extracting(Response::statusCode).containsOnly(200, 201);
    assertThat(answers).filteredOn(answer -> answer.statusCode() == 201).hasSize(1);
    assertThat(answers).extracting(Response::asString).containsOnly(answers.get(0).asString());
    assertThat(count("SELECT count(*) FROM payment WHERE out_trade_no = ?", number)).isEqualTo(1);
    assertThat(count("SELECT count(*) FROM payment_history WHERE out_trade_no = ?", number))
        .isEqualTo(1);
  }
}
