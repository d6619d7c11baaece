package io.oncepaid.api;

import static io.restassured.RestAssured.given;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.hasKey;
import static org.hamcrest.Matchers.not;

import io.oncepaid.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URL;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class OpenApiTest {
  @TestHTTPResource(value = "openapi?format=json", management = true)
  URL document;

  @Test
  void every_call_is_described_on_the_management_port() {
    given()
        .get(document)
        .then()
        .statusCode(200)
        .body(
            "paths.keySet()",
            hasItems(
                "/payments",
                "/payments/{out_trade_no}",
                "/payments/{out_trade_no}/timeline",
                "/payments/{out_trade_no}/close",
                "/payments/{out_trade_no}/ship",
                "/payments/{out_trade_no}/complete",
                "/settlements",
                "/cases",
                "/cases/{id}",
                "/cases/{id}/resolve",
                "/events",
                "/submit-tokens",
                "/callbacks/{account}"))
        .body("components.schemas.Payment.properties", hasKey("out_trade_no"))
        .body("components.schemas.Terms.properties", hasKey("expires_at"))
        .body("components.schemas.Terms.properties", hasKey("confirm_duplicate"))
        .body("components.schemas.Issued.properties", hasKey("idempotency_key"))
        .body("components.securitySchemes.api-key.scheme", equalTo("bearer"))
        .body("paths.'/payments'.post.responses.default.content", hasKey(Problem.MEDIA_TYPE))
        .body(
            "paths.'/payments'.post.parameters.name", hasItems("Idempotency-Key", "X-Submit-Token"))
        .body("paths.'/callbacks/{account}'.post", not(hasKey("security")));
  }
}
