package io.oncepaid.api;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.startsWith;

import io.oncepaid.testing.TestPostgres;
import io.oncepaid.testing.TestShop;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class ApiKeyTest extends ApiTest {

  @ParameterizedTest
  @CsvSource({
    "POST, /payments",
    "GET, /payments/x",
    "HEAD, /payments/x",
    "OPTIONS, /payments/x",
    "GET, /payments/x/timeline",
    "POST, /payments/x/close",
    "POST, /payments/x/ship",
    "POST, /payments/x/complete",
    "POST, /settlements",
    "GET, /cases",
    "GET, /cases/1",
    "POST, /cases/1/resolve",
    "GET, /events",
    "GET, /callbacks/../payments/x",
    "GET, /callbacks/%2e%2e/payments/x",
    "GET, //payments/x",
    "GET, /callbacks/..;/payments/x"
  })
  void nothing_is_reached_without_a_key(String method, String path) {
    Response answer =
        given().urlEncodingEnabled(false).contentType("application/json").request(method, path);
    assertThat(answer.statusCode()).isIn(401, 404);
    if (answer.statusCode() == 401 && !method.equals("HEAD")) {
      answer
          .then()
          .contentType("application/problem+json")
          .header("WWW-Authenticate", startsWith("Bearer"))
          .body("status", equalTo(401));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Bearer",
        "Bearer ",
        "Bearer nobody-has-this-key",
        "Basic c2hvcDpzaG9w",
        "test-shop-api-key-5f2d9c81b7",
        "Bearer test-shop-api-key-5f2d9c81b8",
        "Bearer TEST-SHOP-API-KEY-5F2D9C81B7",
        "Bearer test-shop-api-key-5f2d9c81b7, Bearer test-other-api-key-77c0e2f4a9"
      })
  void anything_but_a_known_key_is_refused(String credentials) {
    given()
        .header("Authorization", credentials)
        .get("/payments/x")
        .then()
        .statusCode(401)
        .header("WWW-Authenticate", containsString("realm=\"oncepaid\""));
  }

  @Test
  void two_keys_at_once_are_refused() {
    given()
        .header("Authorization", List.of("Bearer " + TestShop.API_KEY, "Bearer x"))
        .get("/payments/x")
        .then()
        .statusCode(401);
  }

  @Test
  void the_scheme_is_written_in_any_case() {
    given()
        .header("Authorization", "bearer " + TestShop.API_KEY)
        .get("/payments/nothing")
        .then()
        .statusCode(404);
  }

  @Test
  void callbacks_need_no_key() {
    given().post("/callbacks/alipay-a").then().statusCode(400);
    given().post("/callbacks/nobody").then().statusCode(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/q/health", "/q/metrics", "/q/openapi", "/q/swagger-ui", "/q/dev-ui"})
  void what_is_for_operators_is_not_on_the_public_port(String path) {
    given().get(path).then().statusCode(404);
  }

  @Test
  void a_merchant_sees_only_its_own() {
    String number = registered();
    asOther().get("/payments/" + number).then().statusCode(404);
    asOther().get("/payments/" + number + "/timeline").then().statusCode(404);
    asOther().post("/payments/" + number + "/close").then().statusCode(404);
    asOther().get("/payments/" + number + "?merchant=shop").then().statusCode(403);
    asShop().get("/payments/" + number + "?merchant=shop").then().statusCode(200);
  }

  @Test
  void the_operator_sees_all_and_names_the_merchant_where_two_have_the_number() {
    String number = registered();
    asOperator().get("/payments/" + number).then().statusCode(200);
    asOther().body(terms(number)).post("/payments").then().statusCode(201);
    asOperator()
        .get("/payments/" + number)
        .then()
        .statusCode(409)
        .body("field", equalTo("merchant"));
    asOperator()
        .get("/payments/" + number + "?merchant=other")
        .then()
        .statusCode(200)
        .body("merchant", equalTo("other"));
    asOperator().get("/payments/" + number + "?merchant=nobody").then().statusCode(404);
    asOperator()
        .urlEncodingEnabled(false)
        .get("/payments/" + number + "?merchant=%00")
        .then()
        .statusCode(400);
  }

  @Test
  void the_operator_registers_for_a_merchant_that_it_names() {
    String number = newNumber();
    asOperator().body(terms(number)).post("/payments").then().statusCode(400);
    asOperator().body(terms(number)).post("/payments?merchant=nobody").then().statusCode(400);
    asOperator()
        .body(terms(number))
        .post("/payments?merchant=shop")
        .then()
        .statusCode(201)
        .body("merchant", equalTo("shop"));
  }

  @Test
  void only_the_operator_settles() {
    asShop().body("{}").post("/settlements").then().statusCode(403);
  }
}
