package io.oncepaid.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class TimelineTest extends ApiTest {

  @Test
  void everything_is_told_in_order() throws Exception {
    String number = paid();
    asShop().post("/payments/" + number + "/ship").then().statusCode(200);
    settle("PAID", number, "SECOND" + number, "\"amount\": 8880, \"currency\": \"CNY\"");
    settle(
        "REFUNDED",
        number,
        "TX" + number,
        "\"out_refund_no\": \"R1\", \"amount\": 80," + " \"currency\": \"CNY\"");
    int id = asShop().get("/cases?out_trade_no=" + number).path("items[0].id");
    asShop()
        .body("{\"resolution\": \"WRITTEN_OFF\"}")
        .post("/cases/" + id + "/resolve")
        .then()
        .statusCode(200);
    execute(
        "UPDATE outbox_event SET status = 'DELIVERED', attempts = 1, delivered_at = now()"
            + " WHERE out_trade_no = ? AND type = 'payment.paid'",
        number);

    List<Map<String, Object>> items =
        asShop().get("/payments/" + number + "/timeline").path("items");
    assertThat(items)
        .extracting(TimelineTest::headline)
        .containsExactly(
            "HISTORY REGISTERED",
            "HISTORY PAID",
            "FLOW PAY",
            "EVENT payment.paid",
            "HISTORY SHIPPED",
            "EVENT payment.shipped",
            "HISTORY REFUSED CONFLICT",
            "EVENT case.opened",
            "CASE_OPENED DOUBLE_PAYMENT",
            "HISTORY REFUNDED",
            "FLOW REFUND",
            "EVENT payment.refunded",
            "EVENT case.closed",
            "CASE_CLOSED DOUBLE_PAYMENT",
            "DELIVERY payment.paid");
    assertThat(items).extracting(item -> (String) item.get("at")).isSorted();
  }

  private static String headline(Map<String, Object> item) {
    for (String word : List.of("what", "kind", "type")) {
      if (item.containsKey(word)) {
        return item.get("entry") + " " + item.get(word);
      }
    }
    return item.toString();
  }
}
