package io.oncepaid.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.everyItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;

import io.oncepaid.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class CaseTest extends ApiTest {

  /** A payment that was paid by two transactions; the second one is a case. */
  private static String paidTwice() {
    String number = paid();
    settle("PAID", number, "SECOND" + number, "\"amount\": 8880, \"currency\": \"CNY\"")
        .then()
        .statusCode(422);
    return number;
  }

  private static int caseOf(String number) {
    return asShop().get("/cases?out_trade_no=" + number).path("items[0].id");
  }

  private static Response resolve(int id, String resolution) {
    return asShop()
        .body("{\"resolution\": \"%s\", \"note\": \"as agreed\"}".formatted(resolution))
        .post("/cases/" + id + "/resolve");
  }

  @Test
  void a_case_shows_both_sides() {
    String number = paidTwice();
    asShop()
        .get("/cases/" + caseOf(number))
        .then()
        .statusCode(200)
        .body("kind", equalTo("DOUBLE_PAYMENT"))
        .body("status", equalTo("OPEN"))
        .body("merchant", equalTo("shop"))
        .body("out_trade_no", equalTo(number))
        .body("account", equalTo("alipay-a"))
        .body("transaction_id", equalTo("SECOND" + number))
        .body("received.kind", equalTo("PAID"))
        .body("received.amount", equalTo(8880))
        .body("received.occurred_at", equalTo("2026-11-30T12:00:00Z"))
        .body("received.source", equalTo("QUERY"))
        .body("expected", notNullValue())
        .body("opened_at", notNullValue())
        .body("closed_at", nullValue());
  }

  @Test
  void cases_are_listed_newest_first_in_pages() {
    List<Integer> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      made.add(0, caseOf(paidTwice()));
    }
    List<Integer> listed = new ArrayList<>();
    String cursor = null;
    do {
      Response page = asShop().get("/cases?limit=2" + (cursor == null ? "" : "&cursor=" + cursor));
      page.then().statusCode(200);
      List<Integer> ids = page.path("items.id");
      assertThat(ids).hasSizeLessThanOrEqualTo(2);
      listed.addAll(ids);
      cursor = page.path("next");
    } while (cursor != null);
    assertThat(listed).startsWith(made.toArray(new Integer[0])).doesNotHaveDuplicates();
    assertThat(listed).isSortedAccordingTo((a, b) -> Integer.compare(b, a));
  }

  @Test
  void lists_are_filtered() {
    String number = paidTwice();
    resolve(caseOf(number), "WRITTEN_OFF").then().statusCode(200);
    asShop()
        .get("/cases?status=open&limit=200")
        .then()
        .body("items.status", everyItem(equalTo("OPEN")))
        .body("items.out_trade_no", not(org.hamcrest.Matchers.hasItem(number)));
    asShop()
        .get("/cases?status=closed&limit=200")
        .then()
        .body("items.status", everyItem(equalTo("CLOSED")))
        .body("items.out_trade_no", org.hamcrest.Matchers.hasItem(number));
    asShop()
        .get("/cases?kind=late_payment")
        .then()
        .body("items.kind", everyItem(equalTo("LATE_PAYMENT")));
  }

  @Test
  void cases_of_others_are_not_seen_and_not_resolved() {
    int id = caseOf(paidTwice());
    asOther().get("/cases/" + id).then().statusCode(404);
    asOther().get("/cases").then().body("items.merchant", everyItem(equalTo("other")));
    asOther().get("/cases?merchant=shop").then().statusCode(403);
    asOther()
        .body("{\"resolution\": \"WRITTEN_OFF\"}")
        .post("/cases/" + id + "/resolve")
        .then()
        .statusCode(404);
    asOperator().get("/cases/" + id).then().statusCode(200);
    asOperator().get("/cases?merchant=shop").then().body("items.id", not(List.of()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limit=0",
        "limit=201",
        "limit=-1",
        "limit=ten",
        "limit=99999999999",
        "cursor=!!",
        "cursor=MTIz",
        "status=half",
        "kind=SURPRISE"
      })
  void a_parameter_that_means_nothing_is_refused(String parameter) {
    asShop()
        .get("/cases?" + parameter)
        .then()
        .statusCode(400)
        .contentType("application/problem+json")
        .body("field", equalTo(parameter.substring(0, parameter.indexOf('='))));
  }

  @Test
  void a_number_that_can_be_none_finds_nothing() {
    asShop()
        .urlEncodingEnabled(false)
        .get("/cases?out_trade_no=%00")
        .then()
        .statusCode(200)
        .body("items", equalTo(List.of()));
  }

  @Test
  void a_case_is_resolved_once() {
    int id = caseOf(paidTwice());
    resolve(id, "REFUNDED")
        .then()
        .statusCode(200)
        .body("status", equalTo("CLOSED"))
        .body("resolution", equalTo("REFUNDED"))
        .body("note", equalTo("as agreed"))
        .body("closed_by", equalTo("shop"))
        .body("closed_at", notNullValue());
    resolve(id, "REFUNDED").then().statusCode(200);
    resolve(id, "WRITTEN_OFF")
        .then()
        .statusCode(409)
        .body("code", equalTo("RESOLVED_OTHERWISE"))
        .body("case.resolution", equalTo("REFUNDED"));
  }

  @Test
  void a_late_payment_that_is_accepted_is_paid() {
    String number = registered();
    asShop().post("/payments/" + number + "/close").then().statusCode(200);
    settle("PAID", number, "LATE" + number, "\"amount\": 8880, \"currency\": \"CNY\"")
        .then()
        .statusCode(409);
    resolve(caseOf(number), "ACCEPTED").then().statusCode(200).body("status", equalTo("CLOSED"));
    asShop().get("/payments/" + number).then().body("status", equalTo("PAID"));
  }

  @Test
  void a_double_payment_cannot_be_accepted() {
    resolve(caseOf(paidTwice()), "ACCEPTED")
        .then()
        .statusCode(409)
        .body("code", equalTo("RESOLUTION_IMPOSSIBLE"));
  }

  @Test
  void a_resolution_that_is_none_is_refused() {
    int id = caseOf(paidTwice());
    resolve(id, "FORGOTTEN").then().statusCode(400).body("field", equalTo("resolution"));
    resolve(id, "SETTLED").then().statusCode(400);
    asShop().body("{}").post("/cases/" + id + "/resolve").then().statusCode(400);
    for (String unknown : List.of("999999999", "x", "-1", "99999999999999999999")) {
      asShop()
          .body("{\"resolution\": \"WRITTEN_OFF\"}")
          .post("/cases/" + unknown + "/resolve")
          .then()
          .statusCode(404);
    }
  }
}
