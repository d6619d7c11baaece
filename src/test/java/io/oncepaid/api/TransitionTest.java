package io.oncepaid.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;

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
class TransitionTest extends ApiTest {

  private static Response move(String number, String action) {
    return asShop().post("/payments/" + number + "/" + action);
  }

  private List<String> events(String number) {
    return asShop().get("/events?out_trade_no=" + number).path("items.type");
  }

  @Test
  void a_paid_payment_is_shipped_and_completed_with_history_and_events() throws Exception {
    String number = paid();
    move(number, "ship").then().statusCode(200).body("status", equalTo("SHIPPED"));
    move(number, "complete").then().statusCode(200).body("status", equalTo("DONE"));
    assertThat(events(number)).containsExactly("payment.done", "payment.shipped", "payment.paid");
    assertThat(
            text(
                "SELECT string_agg(what || ':' || from_status || '>' || to_status, ' ' ORDER BY id)"
                    + " FROM payment_history WHERE out_trade_no = ? AND what <> 'REGISTERED'",
                number))
        .isEqualTo("PAID:PENDING>PAID SHIPPED:PAID>SHIPPED DONE:SHIPPED>DONE");
  }

  @Test
  void the_event_tells_the_payment() {
    String number = registered();
    move(number, "close").then().statusCode(200).body("closed_at", notNullValue());
    asShop()
        .get("/events?out_trade_no=" + number)
        .then()
        .body("items[0].payload.type", equalTo("payment.closed"))
        .body("items[0].payload.data.out_trade_no", equalTo(number))
        .body("items[0].payload.data.status", equalTo("CLOSED"))
        .body("items[0].payload.data.amount", equalTo(8880));
  }

  @Test
  void a_transition_that_was_made_before_is_a_success_without_a_second_event() {
    String number = registered();
    move(number, "close").then().statusCode(200);
    move(number, "close").then().statusCode(200).body("status", equalTo("CLOSED"));
    assertThat(events(number)).containsExactly("payment.closed");
  }

  @Test
  void a_forbidden_transition_names_both_states() {
    String number = registered();
    move(number, "ship")
        .then()
        .statusCode(409)
        .contentType("application/problem+json")
        .body("from", equalTo("PENDING"))
        .body("to", equalTo("SHIPPED"));
    move(number, "complete").then().statusCode(409).body("to", equalTo("DONE"));
    move(number, "close").then().statusCode(200);
    move(number, "ship").then().statusCode(409).body("from", equalTo("CLOSED"));
    move(paid(), "close").then().statusCode(409).body("from", equalTo("PAID"));
    assertThat(events(number)).containsExactly("payment.closed");
  }

  @Test
  void an_unknown_payment_and_an_impossible_number_are_not_found() {
    move(newNumber(), "close").then().statusCode(404);
    move("a%20b", "close").then().statusCode(404);
    asOperator().post("/payments/" + newNumber() + "/close").then().statusCode(404);
  }

  @Test
  void money_that_is_booked_is_not_closed_away() throws Exception {
    String number = paid();
    try (Connection connection = database.getConnection();
        PreparedStatement byHand =
            connection.prepareStatement(
                """
                SELECT set_config('session_replication_role', 'replica', false);
                UPDATE payment SET status = 'PENDING' WHERE out_trade_no = '%s';
                SELECT set_config('session_replication_role', 'origin', false)
                """
                    .formatted(number))) {
      byHand.execute();
    }
    move(number, "close").then().statusCode(409).body("from", equalTo("PENDING"));
    assertThat(text("SELECT status FROM payment WHERE out_trade_no = ?", number))
        .isEqualTo("PENDING");
  }

  @Test
  void the_operator_acts_in_its_own_name() throws Exception {
    String number = registered();
    asOperator().post("/payments/" + number + "/close").then().statusCode(200);
    assertThat(
            text(
                "SELECT source FROM payment_history WHERE out_trade_no = ? AND what = 'CLOSED'",
                number))
        .isEqualTo("OPERATOR");
  }

  @Test
  void eight_threads_close_once() throws Exception {
    String number = registered();
    List<Response> answers = atOnce(8, () -> move(number, "close"));
    assertThat(answers).extracting(Response::statusCode).containsOnly(200);
    assertThat(events(number)).containsExactly("payment.closed");
    assertThat(
            count(
                "SELECT count(*) FROM payment_history WHERE out_trade_no = ? AND what = 'CLOSED'",
                number))
        .isEqualTo(1);
  }

  @Test
  void closing_and_paying_at_once_end_as_if_one_had_come_first() throws Exception {
    for (int round = 0; round < 5; round++) {
      String number = registered();
      List<Response> answers =
          atOnce(
              2,
              new java.util.concurrent.Callable<>() {
                private final java.util.concurrent.atomic.AtomicInteger turn =
                    new java.util.concurrent.atomic.AtomicInteger();

                @Override
                public Response call() {
                  return turn.getAndIncrement() == 0
                      ? move(number, "close")
                      : settle(
                          "PAID", number, "TX" + number, "\"amount\": 8880, \"currency\": \"CNY\"");
                }
              });
      String status = asShop().get("/payments/" + number).path("status");
      assertThat(status).isIn("PAID", "CLOSED");
      assertThat(answers).extracting(Response::statusCode).containsExactlyInAnyOrder(200, 409);
      assertThat(count("SELECT count(*) FROM payment_flow WHERE out_trade_no = ?", number))
          .isEqualTo("PAID".equals(status) ? 1 : 0);
    }
  }
}
