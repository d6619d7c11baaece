package io.oncepaid.api;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;

import io.oncepaid.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class EventTest extends ApiTest {

  @Test
  void events_are_listed_by_status_with_what_they_tell() throws Exception {
    String number = paid();
    asShop()
        .get("/events?status=pending&out_trade_no=" + number)
        .then()
        .statusCode(200)
        .body("items", hasSize(1))
        .body("items[0].id", startsWith("evt_"))
        .body("items[0].type", equalTo("payment.paid"))
        .body("items[0].status", equalTo("PENDING"))
        .body("items[0].attempts", equalTo(0))
        .body("items[0].delivered_at", nullValue())
        .body("items[0].payload.data.transaction_id", equalTo("TX" + number))
        .body("next", nullValue());
    execute("UPDATE outbox_event SET status = 'DEAD' WHERE out_trade_no = ?", number);
    asShop().get("/events?status=pending&out_trade_no=" + number).then().body("items", hasSize(0));
    asShop().get("/events?status=dead&out_trade_no=" + number).then().body("items", hasSize(1));
  }

  @Test
  void events_of_others_are_not_seen() {
    String number = paid();
    asOther().get("/events?limit=200").then().body("items.merchant", everyItem(equalTo("other")));
    asOther().get("/events?out_trade_no=" + number).then().body("items", hasSize(0));
    asOperator().get("/events?out_trade_no=" + number).then().body("items", hasSize(1));
    asShop().get("/events?status=lost").then().statusCode(400).body("field", equalTo("status"));
  }
}
