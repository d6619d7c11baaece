package io.oncepaid.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.oncepaid.simulate.Callback;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.Books;
import io.oncepaid.testing.TestShop;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** Callbacks of the shop's gateways over HTTP, and what they leave in the tables. */
abstract class CallbackTest extends ApiTest {
  static final String MERCHANT = TestShop.MERCHANT;
  private static final ObjectMapper JSON = new ObjectMapper();

  Books books;

  @BeforeEach
  void open() {
    books = new Books(database);
  }

  /** A payment of CNY 88.80 as its gateway sees it. */
  static Trade trade(String number) {
    return new Trade(number, "42" + number, 8880, "CNY", "订单 & more", Instant.now());
  }

  static Response send(Callback callback) {
    return RestAssured.given()
        .headers(callback.headers())
        .body(callback.body())
        .post("/callbacks/" + callback.account());
  }

  /** One request with the items of several, in their order. */
  static Callback batch(List<Callback> single) throws IOException {
    ObjectNode body = (ObjectNode) JSON.readTree(single.get(0).body());
    ArrayNode items = body.putArray("notificationItems");
    for (Callback each : single) {
      JSON.readTree(each.body()).path("notificationItems").forEach(items::add);
    }
    Callback first = single.get(0);
    return new Callback(first.account(), first.headers(), JSON.writeValueAsBytes(body));
  }
}
