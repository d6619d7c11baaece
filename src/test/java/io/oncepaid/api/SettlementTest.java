package io.oncepaid.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import io.oncepaid.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class SettlementTest extends ApiTest {
  private static final String MONEY = "\"amount\": 8880, \"currency\": \"CNY\"";

  @Test
  void a_notice_is_settled_once_and_replayed_after_that() throws Exception {
    String number = registered();
    settle("PAID", number, "T1" + number, MONEY)
        .then()
        .statusCode(200)
        .contentType("application/json")
        .body("verdict", equalTo("APPLIED"))
        .body("payment.status", equalTo("PAID"))
        .body("payment.account", equalTo("alipay-a"))
        .body("payment.transaction_id", equalTo("T1" + number));
    settle("PAID", number, "T1" + number, MONEY)
        .then()
        .statusCode(200)
        .body("verdict", equalTo("REPLAYED"));
    assertThat(text("SELECT source FROM payment_flow WHERE out_trade_no = ?", number))
        .isEqualTo("QUERY");
  }

  @Test
  void a_refusal_is_a_problem_with_verdict_and_payment() {
    String number = registered();
    settle("PAID", number, "T1" + number, "\"amount\": 1, \"currency\": \"CNY\"")
        .then()
        .statusCode(422)
        .contentType("application/problem+json")
        .body("verdict", equalTo("MISMATCH"))
        .body("payment.status", equalTo("PENDING"));
    asShop().post("/payments/" + number + "/close").then().statusCode(200);
    settle("PAID", number, "T2" + number, MONEY)
        .then()
        .statusCode(409)
        .body("verdict", equalTo("ILLEGAL_TRANSITION"))
        .body("payment.status", equalTo("CLOSED"));
  }

  @Test
  void a_notice_before_its_payment_is_settled_by_the_registration() throws Exception {
    String number = newNumber();
    settle("PAID", number, "T1" + number, MONEY)
        .then()
        .statusCode(404)
        .body("verdict", equalTo("UNKNOWN_PAYMENT"))
        .body("payment", nullValue());
    asShop().body(terms(number)).post("/payments").then().statusCode(201);
    org.awaitility.Awaitility.await()
        .untilAsserted(
            () -> asShop().get("/payments/" + number).then().body("status", equalTo("PAID")));
  }

  @Test
  void refunds_and_running_totals_are_settled() {
    String number = paid();
    settle(
            "REFUNDED",
            number,
            "TX" + number,
            "\"out_refund_no\": \"R1\", \"amount\": 80," + " \"currency\": \"CNY\"")
        .then()
        .statusCode(200)
        .body("payment.refunded_amount", equalTo(80));
    settle("REFUNDED", number, "TX" + number, "\"refunded_total\": 100, \"currency\": \"CNY\"")
        .then()
        .statusCode(200)
        .body("payment.refunded_amount", equalTo(100));
  }

  @Test
  void a_refund_may_name_its_payment_by_the_transaction() {
    String number = paid();
    asOperator()
        .body(
            """
            {"account": "alipay-a", "kind": "REFUNDED", "transaction_id": "TX%s",
             "gateway_refund_id": "G1", "amount": 8880, "currency": "CNY",
             "occurred_at": "2026-11-30T12:00:00Z", "source": "RECONCILIATION"}"""
                .formatted(number))
        .post("/settlements")
        .then()
        .statusCode(200)
        .body("payment.out_trade_no", equalTo(number))
        .body("payment.status", equalTo("REFUNDED"));
  }

  @Test
  void a_closing_needs_no_money() {
    String number = registered();
    settle("CLOSED", number, "T1", "\"evidence\": {\"trade_status\": \"TRADE_CLOSED\"}")
        .then()
        .statusCode(200)
        .body("payment.status", equalTo("CLOSED"));
  }

  @Test
  void eight_threads_settle_once() throws Exception {
    String number = registered();
    List<Response> answers = atOnce(8, () -> settle("PAID", number, "T1" + number, MONEY));
    assertThat(answers).extracting(Response::statusCode).containsOnly(200);
    assertThat(answers).filteredOn(answer -> "APPLIED".equals(answer.path("verdict"))).hasSize(1);
    assertThat(count("SELECT count(*) FROM payment_flow WHERE out_trade_no = ?", number))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '\0',
      value = {
        "account; \"nobody\"; 422",
        "account; 1; 400",
        "account; null; 400",
        "kind; \"CHARGEBACK\"; 400",
        "kind; \"\"; 400",
        "out_trade_no; \"a b\"; 422",
        "out_trade_no; null; 422",
        "transaction_id; null; 422",
        "transaction_id; \"\\u0000\"; 400",
        "transaction_id; \"\\ud800\"; 400",
        "amount; 0; 422",
        "amount; -1; 422",
        "amount; 1.0; 400",
        "amount; \"1\"; 400",
        "amount; 9223372036854775808; 400",
        "amount; null; 422",
        "currency; \"XXY\"; 422",
        "currency; null; 422",
        "refunded_total; 5; 422",
        "occurred_at; null; 400",
        "occurred_at; \"yesterday\"; 400",
        "occurred_at; \"2026-02-30T00:00:00Z\"; 400",
        "source; \"CALLBACK\"; 400",
        "source; null; 400",
        "surprise; 1; 400"
      })
  void a_wrong_field_is_named(String field, String value, int status) {
    String good =
        """
        "account": "alipay-a", "kind": "PAID", "out_trade_no": "N", "transaction_id": "T",
        "amount": 1, "currency": "CNY", "occurred_at": "2026-11-30T12:00:00Z", "source": "QUERY"
        """;
    String bad =
        good.replaceFirst("\"" + field + "\": (\"[^\"]*\"|[0-9]+),?", "")
            .strip()
            .replaceAll(",$", "");
    asOperator()
        .body("{" + bad + ", \"" + field + "\": " + value + "}")
        .post("/settlements")
        .then()
        .statusCode(status)
        .contentType("application/problem+json")
        .body("field", equalTo(field));
  }
}
