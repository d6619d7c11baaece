package io.oncepaid.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import io.oncepaid.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class IdempotencyTest extends ApiTest {
  private static final String TERMS = "{\"amount\": 5, \"currency\": \"CNY\"}";

  private static Response post(String key, String body) {
    return asShop().header("Idempotency-Key", key).body(body).post("/payments");
  }

  @Test
  void a_repeat_is_answered_byte_for_byte_as_the_first_call() throws Exception {
    String key = newNumber();
    Response first = post(key, TERMS);
    first.then().statusCode(201).header("Idempotency-Replayed", nullValue());
    String number = first.path("out_trade_no");
    asShop().post("/payments/" + number + "/close").then().statusCode(200);
    Response second = post(key, TERMS);
    second.then().statusCode(201).header("Idempotency-Replayed", "true");
    assertThat(second.asByteArray()).isEqualTo(first.asByteArray());
    assertThat(second.header("Location")).isEqualTo(first.header("Location"));
    assertThat(second.contentType()).isEqualTo(first.contentType());
    assertThat(count("SELECT count(*) FROM payment WHERE out_trade_no = ?", number)).isEqualTo(1);
    assertThat(
            count(
                "SELECT count(*) FROM idempotency_record WHERE key = ? AND status = 'SUCCESS'",
                "api:POST /payments:" + key))
        .isEqualTo(1);
  }

  @Test
  void the_content_counts_and_not_its_spelling() {
    String key = newNumber();
    post(key, TERMS).then().statusCode(201);
    post(key, "{ \"currency\": \"CNY\",\n\"subject\": null, \"amount\": 5 }")
        .then()
        .statusCode(201)
        .header("Idempotency-Replayed", "true");
  }

  @Test
  void other_content_under_the_same_key_is_refused() {
    String key = newNumber();
    post(key, TERMS).then().statusCode(201);
    post(key, "{\"amount\": 6, \"currency\": \"CNY\"}")
        .then()
        .statusCode(422)
        .body("code", equalTo("KEY_REUSED"))
        .body("field", equalTo("Idempotency-Key"));
  }

  @Test
  void a_key_in_quotation_marks_is_the_same_key() {
    String key = newNumber();
    post(key, TERMS).then().statusCode(201);
    post("\"" + key + "\"", TERMS).then().header("Idempotency-Replayed", "true");
  }

  @Test
  void a_key_is_the_merchants_own() {
    String key = newNumber();
    post(key, TERMS).then().statusCode(201);
    asOther()
        .header("Idempotency-Key", key)
        .body(TERMS)
        .post("/payments")
        .then()
        .statusCode(201)
        .header("Idempotency-Replayed", nullValue())
        .body("merchant", equalTo("other"));
  }

  @Test
  void a_refusal_gives_the_key_back() throws Exception {
    String key = newNumber();
    String number = registered();
    post(key, "{\"out_trade_no\": \"%s\", \"amount\": 1, \"currency\": \"CNY\"}".formatted(number))
        .then()
        .statusCode(409)
        .body("code", equalTo("PAYMENT_DIFFERS"));
    assertThat(
            text(
                "SELECT status FROM idempotency_record WHERE key = ?", "api:POST /payments:" + key))
        .isEqualTo("FAILED");
    post(key, "{\"amount\": 1, \"currency\": \"CNY\", \"accounts\": [\"nobody\"]}")
        .then()
        .statusCode(422);
    post(key, TERMS).then().statusCode(201).header("Idempotency-Replayed", nullValue());
    post(key, TERMS).then().statusCode(201).header("Idempotency-Replayed", "true");
  }

  @Test
  void an_existing_payment_is_an_answer_that_is_kept_too() {
    String key = newNumber();
    String number = registered();
    post(key, terms(number)).then().statusCode(200);
    post(key, terms(number)).then().statusCode(200).header("Idempotency-Replayed", "true");
  }

  @Test
  void a_body_that_cannot_be_read_does_not_touch_the_key() throws Exception {
    String key = newNumber();
    post(key, "{\"amount\": -1, \"currency\": \"CNY\"}").then().statusCode(400);
    assertThat(
            count(
                "SELECT count(*) FROM idempotency_record WHERE key = ?",
                "api:POST /payments:" + key))
        .isZero();
  }

  @Test
  void a_call_under_way_is_refused_and_told_to_come_again() throws Exception {
    String key = newNumber();
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement lock =
          connection.prepareStatement(
              "SELECT pg_advisory_xact_lock(hashtextextended('shop' || chr(10) || ?, 0))")) {
        lock.setString(1, "api:POST /payments:" + key);
        lock.executeQuery();
      }
      post(key, TERMS)
          .then()
          .statusCode(409)
          .header("Retry-After", "1")
          .body("code", equalTo("IN_PROGRESS"));
      connection.rollback();
    }
    post(key, TERMS).then().statusCode(201);
  }

  @Test
  void eight_threads_with_one_key_do_the_work_once() throws Exception {
    for (int round = 0; round < 5; round++) {
      String key = newNumber();
      List<Response> answers = atOnce(8, () -> post(key, TERMS));
      assertThat(answers).extracting(Response::statusCode).containsAnyOf(201).doesNotContain(503);
      List<Response> made = answers.stream().filter(a -> a.statusCode() == 201).toList();
      assertThat(made).filteredOn(a -> a.header("Idempotency-Replayed") == null).hasSize(1);
      assertThat(made).extracting(Response::asString).containsOnly(made.get(0).asString());
      assertThat(answers).filteredOn(a -> a.statusCode() != 201).allMatch(a -> isUnderWay(a));
    }
  }

  private static boolean isUnderWay(Response answer) {
    return answer.statusCode() == 409 && "IN_PROGRESS".equals(answer.path("code"));
  }
}
