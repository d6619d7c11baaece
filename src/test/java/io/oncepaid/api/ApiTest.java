package io.oncepaid.api;

import static io.restassured.RestAssured.given;

import io.oncepaid.testing.TestShop;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;

/** The service of {@link TestShop}, asked over HTTP; rows are looked at directly. */
abstract class ApiTest {
  @Inject DataSource database;

  static RequestSpecification with(String key) {
    return given().header("Authorization", "Bearer " + key).contentType(ContentType.JSON);
  }

  static RequestSpecification asShop() {
    return with(TestShop.API_KEY);
  }

  static RequestSpecification asOther() {
    return with(TestShop.OTHER_KEY);
  }

  static RequestSpecification asOperator() {
    return with(TestShop.OPERATOR_KEY);
  }

  /** A number that no other test uses. */
  static String newNumber() {
    return "T" + UUID.randomUUID().toString().replace("-", "");
  }

  static String terms(String number) {
    return "{\"out_trade_no\":\"" + number + "\",\"amount\":8880,\"currency\":\"CNY\"}";
  }

  /** Registers a payment of CNY 88.80 for the shop. */
  static String registered() {
    String number = newNumber();
    asShop().body(terms(number)).post("/payments").then().statusCode(201);
    return number;
  }

  /** Sends a notice as the operator does. */
  static Response settle(String kind, String number, String transaction, String more) {
    return asOperator()
        .body(
            """
            {"account": "alipay-a", "kind": "%s", "out_trade_no": "%s", "transaction_id": "%s",
             "occurred_at": "2026-11-30T12:00:00Z", "source": "QUERY"%s}"""
                .formatted(kind, number, transaction, more.isEmpty() ? "" : ", " + more))
        .post("/settlements");
  }

  /** Registers a payment and settles it; the transaction is TX + number. */
  static String paid() {
    String number = registered();
    settle("PAID", number, "TX" + number, "\"amount\": 8880, \"currency\": \"CNY\"")
        .then()
        .statusCode(200);
    return number;
  }

  long count(String sql, Object... values) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = bind(connection, sql, values);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  String text(String sql, Object... values) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = bind(connection, sql, values);
        ResultSet row = statement.executeQuery()) {
      return row.next() ? row.getString(1) : null;
    }
  }

  void execute(String sql, Object... values) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = bind(connection, sql, values)) {
      statement.executeUpdate();
    }
  }

  private static PreparedStatement bind(Connection connection, String sql, Object... values)
      throws SQLException {
    PreparedStatement statement = connection.prepareStatement(sql);
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  /** Runs the same call on several threads that start together. */
  static List<Response> atOnce(int threads, Callable<Response> call)
      throws InterruptedException, ExecutionException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier start = new CyclicBarrier(threads);
      List<Future<Response>> calls = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        calls.add(
            pool.submit(
                () -> {
                  start.await();
                  return call.call();
                }));
      }
      List<Response> answers = new ArrayList<>();
      for (Future<Response> answer : calls) {
        answers.add(answer.get());
      }
      return answers;
    } finally {
      pool.shutdownNow();
    }
  }
}
