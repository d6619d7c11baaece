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
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class DatabaseAwayTest extends ApiTest {

  @Test
  void without_a_connection_every_call_is_told_to_come_again() throws Exception {
    String number = registered();
    List<Connection> taken = takeAllConnections();
    try {
      unavailable(asShop().get("/payments/" + number));
      unavailable(asShop().get("/payments/" + number + "/timeline"));
      unavailable(asShop().get("/cases"));
      unavailable(asShop().get("/events"));
      unavailable(asShop().body(terms(newNumber())).post("/payments"));
      unavailable(asShop().header("Idempotency-Key", "k").body(terms(number)).post("/payments"));
      unavailable(asShop().post("/payments/" + number + "/close"));
      unavailable(settle("CLOSED", number, "T", ""));
    } finally {
      for (Connection connection : taken) {
        connection.close();
      }
    }
    asShop().get("/payments/" + number).then().statusCode(200);
  }

  @Test
  void a_payment_that_somebody_holds_is_not_waited_for_long() throws Exception {
    String number = registered();
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement lock =
          connection.prepareStatement("SELECT FROM payment WHERE out_trade_no = ? FOR UPDATE")) {
        lock.setString(1, number);
        lock.executeQuery();
      }
      unavailable(asShop().post("/payments/" + number + "/close"));
      connection.rollback();
    }
    asShop().post("/payments/" + number + "/close").then().statusCode(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"08001", "08006", "08007", "53300", "57P01", "57P03", "55P03", "57014"})
  void states_of_a_database_that_is_away_are_known(String state) {
    assertThat(DatabaseAway.isCauseOf(new IllegalStateException(new SQLException("x", state))))
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"22021", "23514", "42601", "P0001"})
  void mistakes_of_ours_are_not_blamed_on_the_database(String state) {
    assertThat(DatabaseAway.isCauseOf(new SQLException("x", state))).isFalse();
    assertThat(DatabaseAway.isCauseOf(new IllegalStateException())).isFalse();
    assertThat(DatabaseAway.isCauseOf(new SQLTransientConnectionException())).isTrue();
  }

  private static void unavailable(Response answer) {
    answer
        .then()
        .statusCode(503)
        .contentType("application/problem+json")
        .header("Retry-After", notNullValue())
        .body("code", equalTo("UNAVAILABLE"));
  }

  private List<Connection> takeAllConnections() {
    List<Connection> taken = new ArrayList<>();
    try {
      while (true) {
        taken.add(database.getConnection());
      }
    } catch (SQLException noneIsLeft) {
      return taken;
    }
  }
}
