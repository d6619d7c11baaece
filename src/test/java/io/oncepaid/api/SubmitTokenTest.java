package io.oncepaid.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;

import io.oncepaid.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class SubmitTokenTest extends ApiTest {
  private static final String TERMS = "{\"amount\": 5, \"currency\": \"CNY\"}";

  private static Response issued() {
    return asShop().post("/submit-tokens");
  }

  private static String token() {
    return issued().path("token");
  }

  private static Response post(String token) {
    return asShop().header("X-Submit-Token", token).body(TERMS).post("/payments");
  }

  private static Response post(String token, String key, String body) {
    return asShop()
        .header("X-Submit-Token", token)
        .header("Idempotency-Key", key)
        .body(body)
        .post("/payments");
  }

  @Test
  void a_form_is_given_a_token_with_an_end_and_a_key() {
    Response first = issued();
    first.then().statusCode(201).header("Cache-Control", "no-store");
    assertThat(Instant.parse(first.path("expires_at"))).isAfter(Instant.now());
    assertThat(first.<String>path("token")).matches("[\\w-]{32}");
    assertThat(first.<String>path("idempotency_key")).matches("[\\w-]{32}");
    issued()
        .then()
        .body("token", not(equalTo(first.path("token"))))
        .body("idempotency_key", not(equalTo(first.path("idempotency_key"))));
  }

  @Test
  void a_token_is_spent_by_the_first_submission() {
    String token = token();
    post(token).then().statusCode(201);
    post(token)
        .then()
        .statusCode(409)
        .contentType("application/problem+json")
        .body("code", equalTo("TOKEN_USED"))
        .body("field", equalTo("X-Submit-Token"));
  }

  @Test
  void a_repeat_with_the_same_key_gets_the_first_answer_although_the_token_is_spent() {
    Response form = issued();
    String token = form.path("token");
    String key = form.path("idempotency_key");
    Response first = post(token, key, TERMS);
    first.then().statusCode(201);
    Response second = post(token, key, TERMS);
    second.then().statusCode(201).header("Idempotency-Replayed", "true");
    assertThat(second.asByteArray()).isEqualTo(first.asByteArray());
  }

  @Test
  void an_order_that_was_refused_leaves_the_token_unspent_and_the_key_free() {
    Response form = issued();
    String token = form.path("token");
    String key = form.path("idempotency_key");
    String wrong = "{\"amount\": 5, \"currency\": \"CNY\", \"accounts\": [\"nobody\"]}";
    post(token, key, wrong).then().statusCode(422);
    asShop().header("X-Submit-Token", token).body(wrong).post("/payments").then().statusCode(422);
    post(token, key, TERMS).then().statusCode(201);
  }

  @Test
  void a_token_that_is_expired_or_was_never_issued_is_gone() throws Exception {
    String token = token();
    execute("UPDATE submit_token SET expires_at = now() WHERE token = ?", token);
    for (String gone : List.of(token, "never-issued", "é")) {
      post(gone).then().statusCode(410).body("code", equalTo("TOKEN_EXPIRED"));
    }
  }

  @Test
  void a_token_is_its_merchants_own() {
    String token = token();
    asOther().header("X-Submit-Token", token).body(TERMS).post("/payments").then().statusCode(410);
    post(token).then().statusCode(201);
  }

  @Test
  void two_tokens_at_once_are_refused() {
    asShop()
        .header("X-Submit-Token", token(), token())
        .body(TERMS)
        .post("/payments")
        .then()
        .statusCode(400)
        .body("field", equalTo("X-Submit-Token"));
  }

  @Test
  void eight_submissions_of_one_form_at_once_make_one_order() throws Exception {
    String token = token();
    List<Response> answers = atOnce(8, () -> post(token));
    assertThat(answers).filteredOn(answer -> answer.statusCode() == 201).hasSize(1);
    // 503: whoever waited longer for the first one than for any lock.
    assertThat(answers)
        .extracting(Response::statusCode)
        .allMatch(status -> status == 201 || status == 409 || status == 503);
  }

  @Test
  void nobody_gets_a_token_without_a_key_and_the_operator_names_the_merchant() {
    asShop().header("Authorization", "").post("/submit-tokens").then().statusCode(401);
    asOperator().post("/submit-tokens").then().statusCode(400).body("field", equalTo("merchant"));
    asOperator().queryParam("merchant", "shop").post("/submit-tokens").then().statusCode(201);
  }
}
