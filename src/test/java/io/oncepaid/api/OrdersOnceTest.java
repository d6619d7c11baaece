package io.oncepaid.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.nullValue;

import io.oncepaid.crash.CrashProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Registration with everything on that is off by default: waiting, derived keys, equal orders. */
@QuarkusTest
@TestProfile(CrashProfile.class)
class OrdersOnceTest extends ApiTest {
  private static final String TERMS = "{\"amount\": 5, \"currency\": \"CNY\"}";

  private final ExecutorService clients = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    clients.shutdownNow();
  }

  private static Response post(String key, String body) {
    return asShop().header("Idempotency-Key", key).body(body).post("/payments");
  }

  /** An order of this payer. */
  private static String order(String payer, String more) {
    return "{\"amount\": 5, \"currency\": \"CNY\", \"payer_reference\": \"%s\"%s}"
        .formatted(payer, more.isEmpty() ? "" : ", " + more);
  }

  /** Another transaction that is at a call with this key. */
  private Connection underWay(String key) throws SQLException {
    Connection connection = database.getConnection();
    connection.setAutoCommit(false);
    try (PreparedStatement lock =
        connection.prepareStatement(
            "SELECT pg_advisory_xact_lock(hashtextextended('shop' || chr(10) || ?, 0))")) {
      lock.setString(1, "api:POST /payments:" + key);
      lock.executeQuery();
    }
    return connection;
  }

  @Test
  void forty_calls_that_wait_hold_up_nobody_and_all_get_the_one_answer() throws Exception {
    String key = newNumber();
    List<Future<Response>> waiting = new ArrayList<>();
    try (Connection first = underWay(key)) {
      for (int i = 0; i < 40; i++) {
        waiting.add(clients.submit(() -> post(key, TERMS)));
      }
      // More than the service has threads and connections, and others are served meanwhile.
      String number = paid();
      asShop().get("/payments/" + number).then().statusCode(200).body("status", equalTo("PAID"));
      assertThat(waiting).noneMatch(Future::isDone);
      first.rollback();
    }
    List<Response> answers = new ArrayList<>();
    for (Future<Response> call : waiting) {
      answers.add(call.get());
    }
    assertThat(answers).extracting(Response::statusCode).containsOnly(201);
    assertThat(answers).extracting(Response::asString).containsOnly(answers.get(0).asString());
    assertThat(answers).filteredOn(a -> a.header("Idempotency-Replayed") == null).hasSize(1);
  }

  @Test
  void waiting_has_an_end() throws Exception {
    String key = newNumber();
    try (Connection first = underWay(key)) {
      post(key, TERMS)
          .then()
          .statusCode(409)
          .header("Retry-After", "1")
          .body("code", equalTo("IN_PROGRESS"));
      first.rollback();
    }
    post(key, TERMS).then().statusCode(201);
  }

  @Test
  void a_crash_between_claim_and_finish_locks_no_key() throws Exception {
    String key = newNumber();
    String terms = "{\"amount\": 5, \"currency\": \"CNY\", \"subject\": \"dies\"}";
    execute(
        """
        CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            PERFORM pg_terminate_backend(pg_backend_pid());
            RETURN NEW;
        END $$
        """);
    execute(
        "CREATE TRIGGER die BEFORE INSERT ON payment FOR EACH ROW"
            + " WHEN (NEW.subject = 'dies') EXECUTE FUNCTION die()");
    try {
      post(key, terms).then().statusCode(503);
    } finally {
      execute("DROP FUNCTION die CASCADE");
    }
    assertThat(count("SELECT count(*) FROM idempotency_record WHERE key LIKE '%' || ?", key))
        .isZero();
    post(key, terms).then().statusCode(201).header("Idempotency-Replayed", nullValue());
  }

  @Test
  void equal_orders_without_key_and_number_are_one_within_the_window() throws Exception {
    String terms = "{\"amount\": 5, \"currency\": \"CNY\", \"subject\": \"%s\"}";
    String mine = terms.formatted(newNumber());
    List<Response> answers = atOnce(8, () -> asShop().body(mine).post("/payments"));
    assertThat(answers).extracting(Response::statusCode).containsOnly(201);
    assertThat(answers).extracting(Response::asString).containsOnly(answers.get(0).asString());
    String number = answers.get(0).path("out_trade_no");
    asShop()
        .body(terms.formatted(newNumber()))
        .post("/payments")
        .then()
        .statusCode(201)
        .header("Idempotency-Replayed", nullValue());

    execute(
        "UPDATE idempotency_record SET created_at = created_at - interval '61 minutes'"
            + " WHERE key LIKE 'derived:%' AND convert_from(http_body, 'UTF8') LIKE '%' || ? || '%'",
        number);
    Response later = asShop().body(mine).post("/payments");
    later.then().statusCode(201).header("Idempotency-Replayed", nullValue());
    assertThat(later.<String>path("out_trade_no")).isNotEqualTo(number);
    asShop()
        .body(mine)
        .post("/payments")
        .then()
        .body("out_trade_no", equalTo(later.path("out_trade_no")));
  }

  @Test
  void a_client_with_a_key_or_a_number_of_its_own_needs_no_derived_one() {
    String subject = "\"subject\": \"" + newNumber() + "\", \"amount\": 5, \"currency\": \"CNY\"";
    String first = post(newNumber(), "{" + subject + "}").path("out_trade_no");
    String second = post(newNumber(), "{" + subject + "}").path("out_trade_no");
    assertThat(second).isNotEqualTo(first);
    String number = newNumber();
    String numbered = "{\"out_trade_no\": \"" + number + "\", " + subject + "}";
    asShop().body(numbered).post("/payments").then().statusCode(201);
    asShop().post("/payments/" + number + "/close").then().statusCode(200);
    asShop().body(numbered).post("/payments").then().body("status", equalTo("CLOSED"));
  }

  @Test
  void a_second_equal_order_of_a_payer_is_refused_until_it_is_confirmed() {
    String payer = newNumber();
    String number = post(newNumber(), order(payer, "")).path("out_trade_no");
    String key = newNumber();
    post(key, order(payer, ""))
        .then()
        .statusCode(409)
        .contentType("application/problem+json")
        .body("code", equalTo("DUPLICATE_ORDER"))
        .body("field", equalTo("confirm_duplicate"))
        .body("out_trade_no", equalTo(number));
    Response second = post(key, order(payer, "\"confirm_duplicate\": true"));
    second.then().statusCode(201);
    assertThat(second.<String>path("out_trade_no")).isNotEqualTo(number);
    post(key, order(payer, "")).then().statusCode(201).header("Idempotency-Replayed", "true");
  }

  @Test
  void without_a_key_too_a_confirmed_order_is_another_one() {
    String payer = newNumber();
    String first = asShop().body(order(payer, "")).post("/payments").path("out_trade_no");
    asShop()
        .body(order(payer, "\"confirm_duplicate\": true"))
        .post("/payments")
        .then()
        .statusCode(201)
        .body("out_trade_no", not(equalTo(first)));
  }

  @Test
  void other_content_another_payer_and_an_order_that_is_over_are_no_duplicates() throws Exception {
    String payer = newNumber();
    String number = post(newNumber(), order(payer, "")).path("out_trade_no");
    post(newNumber(), order(payer, "\"subject\": \"x\"")).then().statusCode(201);
    post(newNumber(), order(newNumber(), "")).then().statusCode(201);
    post(newNumber(), order(payer, "\"out_trade_no\": \"" + number + "\"")).then().statusCode(200);
    asShop().post("/payments/" + number + "/close").then().statusCode(200);
    String again = post(newNumber(), order(payer, "")).path("out_trade_no");
    post(newNumber(), order(payer, "")).then().statusCode(409);
    execute(
        "UPDATE payment SET created_at = now() - interval '61 minutes' WHERE out_trade_no = ?",
        again);
    post(newNumber(), order(payer, "")).then().statusCode(201);
  }

  @Test
  void of_eight_equal_orders_at_once_one_is_made() throws Exception {
    for (int round = 0; round < 3; round++) {
      String payer = newNumber();
      List<Response> answers = atOnce(8, () -> post(newNumber(), order(payer, "")));
      List<Response> made = answers.stream().filter(a -> a.statusCode() == 201).toList();
      assertThat(made).hasSize(1);
      String number = made.get(0).path("out_trade_no");
      // 503: whoever waited longer for the others than for any lock.
      assertThat(answers)
          .filteredOn(a -> a.statusCode() != 201 && a.statusCode() != 503)
          .allMatch(a -> a.statusCode() == 409 && number.equals(a.path("out_trade_no")));
      assertThat(count("SELECT count(*) FROM payment WHERE payer_reference = ?", payer)).isOne();
    }
  }
}
