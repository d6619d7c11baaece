package io.oncepaid.api;

import static org.hamcrest.Matchers.empty;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.hamcrest.Matchers.not;

import io.oncepaid.testing.PackagedService;
import io.oncepaid.testing.TestPostgres;
import io.oncepaid.testing.TestShop;
import io.restassured.response.ValidatableResponse;
import io.restassured.specification.RequestSpecification;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

/** The packaged service with a second database that follows the first one late, or not at all. */
class ReplicaIT {
  private static final List<String> LISTED =
      List.of("payment_history", "payment_flow", "payment_case", "outbox_event");

  private final String primary = TestPostgres.newDatabase();
  private final String replica = TestPostgres.newDatabase();
  private PackagedService running;

  @Test
  void lists_are_read_from_the_replica_and_all_else_from_the_primary() throws Exception {
    Flyway.configure().dataSource(replica, "postgres", "postgres").load().migrate();
    Map<String, String> settings = TestShop.settings();
    settings.put("quarkus.datasource.jdbc.url", primary);
    settings.put("quarkus.datasource.username", "postgres");
    settings.put("quarkus.datasource.password", "postgres");
    settings.put("quarkus.datasource.replica.jdbc.url", replica);
    try (PackagedService service = PackagedService.start(settings)) {
      running = service;
      String number = paidTwice();
      listsAreEmpty(number);
      String id = single("SELECT id::text FROM payment_case");

      copyToReplica();
      listsShowWhatTheReplicaHas(number);
      whatIsWrittenIsSeenAtOnce(number, id);

      dropReplica();
      onlyListsFail();
    }
  }

  private String paidTwice() {
    String number = ApiTest.newNumber();
    asShop().body(ApiTest.terms(number)).post("/payments").then().statusCode(201);
    settle(number, "TX1").statusCode(200);
    settle(number, "TX2").statusCode(422);
    return number;
  }

  private ValidatableResponse settle(String number, String transaction) {
    return as(TestShop.OPERATOR_KEY)
        .body(
            """
            {"account": "alipay-a", "kind": "PAID", "out_trade_no": "%s", "transaction_id": "%s",
             "occurred_at": "2026-11-30T12:00:00Z", "source": "QUERY", "amount": 8880,
             "currency": "CNY"}"""
                .formatted(number, transaction))
        .post("/settlements")
        .then();
  }

  private void listsAreEmpty(String number) {
    for (String list : List.of("/cases", "/events", "/payments/" + number + "/timeline")) {
      asShop().get(list).then().statusCode(200).body("items", empty());
    }
  }

  private void listsShowWhatTheReplicaHas(String number) {
    asShop().get("/cases").then().body("items.kind", hasItems("DOUBLE_PAYMENT"));
    asShop().get("/events").then().body("items.type", hasItems("payment.paid", "case.opened"));
    asShop()
        .get("/payments/" + number + "/timeline")
        .then()
        .body("items.entry", hasItems("HISTORY", "FLOW", "EVENT", "CASE_OPENED"));
  }

  private void whatIsWrittenIsSeenAtOnce(String number, String id) throws SQLException {
    asShop()
        .body("{\"resolution\": \"WRITTEN_OFF\"}")
        .post("/cases/" + id + "/resolve")
        .then()
        .body("status", equalTo("CLOSED"));
    asShop().get("/cases/" + id).then().body("status", equalTo("CLOSED"));
    asShop().get("/cases").then().body("items.status", equalTo(List.of("OPEN")));

    execute(primary, "UPDATE outbox_event SET status = 'DEAD', attempts = 7");
    String event = single("SELECT id FROM outbox_event WHERE type = 'case.closed'");
    asShop()
        .post("/events/" + event + "/redeliver")
        .then()
        .body("status", not(equalTo("DEAD")))
        .body("out_trade_no", equalTo(number));
    asShop().get("/events").then().body("items.id", not(hasItems(event)));
  }

  private void onlyListsFail() {
    asShop().get("/cases").then().statusCode(503);
    asShop().get("/events").then().statusCode(503);
    asShop().body(ApiTest.terms(ApiTest.newNumber())).post("/payments").then().statusCode(201);
    ApiTest.with(TestShop.API_KEY)
        .baseUri(running.management().toString())
        .get("/q/health/ready")
        .then()
        .statusCode(200);
  }

  private void copyToReplica() throws SQLException {
    for (String table : LISTED) {
      String rows = single("SELECT coalesce(json_agg(t), '[]')::text FROM " + table + " t");
      execute(
          replica,
          "INSERT INTO %1$s OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(null::%1$s, ?::json)"
              .formatted(table),
          rows);
    }
  }

  private void dropReplica() throws SQLException {
    try (Connection connection = TestPostgres.server().getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "DROP DATABASE " + replica.replaceAll(".*/(test_\\w+).*", "$1") + " WITH (FORCE)");
    }
  }

  private RequestSpecification asShop() {
    return as(TestShop.API_KEY);
  }

  private RequestSpecification as(String key) {
    return ApiTest.with(key).baseUri(running.url().toString());
  }

  private String single(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(primary);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private static void execute(String database, String sql, String... values) throws SQLException {
    try (Connection connection = DriverManager.getConnection(database);
        PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < values.length; i++) {
        statement.setString(i + 1, values[i]);
      }
      statement.executeUpdate();
    }
  }
}
