package io.oncepaid.outbox;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.oncepaid.simulate.Sender;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.TestReceiver.Received;
import io.oncepaid.testing.TestReceiver.Reply;
import io.oncepaid.testing.TestShop;
import io.oncepaid.testing.Wire;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Receivers that fail in every way: what becomes of their events, and that nobody else waits. Times
 * are counted, not measured, where it can be.
 */
@QuarkusTest
@TestProfile(OutboxProfile.class)
class SickReceiversTest extends OutboxTest {
  @Test
  void FR25_poisonous_messages_stop_nothing_and_end_as_dead_letters() throws Exception {
    receiver.answer("/poison", event -> Reply.of(event.outTradeNo().startsWith("BAD") ? 400 : 200));
    for (int i = 0; i < 10; i++) {
      write("poison", "BAD" + i, "payment.paid");
    }
    writeAll("poison", "GOOD", 1000);

    awaitStatus("poison", "DELIVERED", 1000);
    awaitStatus("poison", "DEAD", 10);
    assertThat(distinctIds("poison")).hasSize(1010);
    assertThat(
            books.list(
                "SELECT DISTINCT last_error FROM outbox_event WHERE status = 'DEAD'"
                    + " AND merchant = 'poison'"))
        .containsExactly("HTTP 400");
  }

  @Test
  void broken_hanging_and_late_receivers_delay_no_healthy_one(TestReporter report)
      throws Exception {
    receiver.answer("/broken", event -> Reply.of(500));
    receiver.answer("/hanging", event -> Reply.never());
    receiver.answer("/late", event -> Reply.of(200).after(ofSeconds(4)));
    for (String sick : List.of("broken", "hanging", "late")) {
      writeAll(sick, "X", 100);
    }
    await().atMost(PATIENCE).until(() -> !receiver.received("/hanging").isEmpty());
    List<Long> lags = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      for (String healthy : List.of("h0", "h1", "h2", "h3")) {
        String number = healthy + "-" + i;
        long written = System.nanoTime();
        write(healthy, number, "payment.paid");
        lags.add(awaitArrival(healthy, number) - written);
      }
    }

    // Whoever waits for the sick ones has not heard of them by now: nothing was delivered there.
    for (String sick : List.of("broken", "hanging")) {
      assertThat(count(sick, "DELIVERED")).as(sick).isZero();
    }
    lags.sort(null);
    report.publishEntry(
        "lag of healthy merchants",
        "half within %.1f ms, 99 of 100 within %.1f ms"
            .formatted(lags.get(200) / 1e6, lags.get(395) / 1e6));
    assertThat(Duration.ofNanos(lags.get(395))).isLessThan(ofSeconds(2));
  }

  @Test
  void a_redirect_is_not_followed() throws Exception {
    receiver.answer(
        "/moved",
        event -> Reply.of(307).with("location", "http://127.0.0.1:" + receiver.port() + "/trap"));
    write("moved", "M1", "payment.paid");
    await().atMost(PATIENCE).until(() -> receiver.received("/moved").size() >= 2);
    assertThat(receiver.received("/trap")).isEmpty();
    assertThat(books.text("SELECT last_error FROM outbox_event WHERE merchant = 'moved'"))
        .startsWith("HTTP 307");
  }

  @Test
  void a_destination_that_answers_410_hears_nothing_until_it_is_enabled() throws Exception {
    receiver.answer("/gone", event -> Reply.of(410));
    write("gone", "G1", "payment.paid");
    await().atMost(PATIENCE).until(() -> destination("gone").get("disabled_at") != null);
    assertThat(destination("gone")).containsEntry("destination", "webhook");
    assertThat(destination("gone").get("reason").toString()).startsWith("HTTP 410");
    int heard = receiver.received("/gone").size();
    writeAll("gone", "G", 5);
    write("h1", "AFTER-GONE", "payment.paid"); // time for a delivery
    awaitArrival("h1", "AFTER-GONE");
    assertThat(receiver.received("/gone")).hasSize(heard);
    assertThat(count("gone", "PENDING")).isEqualTo(6);

    receiver.answer("/gone", event -> Reply.of(200));
    as("gone").post("/destinations/gone/enable").then().statusCode(200);
    awaitStatus("gone", "DELIVERED", 6);
    as("gone").post("/destinations/h1/enable").then().statusCode(403);
  }

  @Test
  void dead_events_are_delivered_again_one_by_one_or_all_since_a_time() throws Exception {
    receiver.answer("/dead", event -> Reply.of(404));
    String before = Instant.now().minusSeconds(600).toString();
    writeAll("dead", "D", 5);
    awaitStatus("dead", "DEAD", 5);
    receiver.answer("/dead", event -> Reply.of(200));
    String id = books.text("SELECT id FROM outbox_event WHERE merchant = 'dead' ORDER BY seq");

    as("dead").post("/events/" + id + "/redeliver").then().statusCode(200).body("id", equalTo(id));
    awaitStatus("dead", "DELIVERED", 1);
    as("dead").post("/events/evt_none/redeliver").then().statusCode(404);
    as("h1").post("/events/" + id + "/redeliver").then().statusCode(404);

    as("dead")
        .body("{\"since\": \"2999-01-01T00:00:00Z\"}")
        .post("/events/redeliver")
        .then()
        .statusCode(200)
        .body("redelivered", equalTo(0));
    as("dead")
        .body("{\"since\": \"" + before + "\"}")
        .post("/events/redeliver")
        .then()
        .statusCode(200)
        .body("redelivered", equalTo(4));
    awaitStatus("dead", "DELIVERED", 5);
    as("dead").post("/events/" + id + "/redeliver").then().statusCode(200);
    await().atMost(PATIENCE).until(() -> idsOf("dead", "D0").stream().distinct().count() == 1);
    as("dead").post("/events/redeliver").then().statusCode(400);
  }

  @Test
  void a_busy_receiver_is_left_alone_for_as_long_as_it_asks() throws Exception {
    AtomicBoolean busy = new AtomicBoolean(true);
    receiver.answer(
        "/busy",
        event -> busy.getAndSet(false) ? Reply.of(429).with("retry-after", "1") : Reply.of(200));
    write("busy", "B1", "payment.paid");
    List<Received> both = awaitReceived("busy", 2);
    // The longest pause of these settings bounds what it may ask for.
    assertThat(both.get(1).atNanos() - both.get(0).atNanos())
        .isGreaterThanOrEqualTo(Duration.ofMillis(350).toNanos());
    awaitStatus("busy", "DELIVERED", 1);
  }

  @Test
  void FR24_a_receiver_that_never_answers_delays_no_callback_and_holds_no_connection()
      throws Exception {
    receiver.answer("/shop", event -> Reply.never());
    Sender alipay = TestShop.alipay();
    List<byte[]> callbacks = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      String number = "FR24-" + i;
      books.register(TestShop.MERCHANT, number, 1000, "CNY");
      Trade trade = new Trade(number, "42-" + number, 1000, "CNY", "a book", Instant.now());
      callbacks.add(Wire.request(alipay.paid(trade, 0)));
    }
    assertThat(callbacks.parallelStream().map(this::send)).hasSize(400).containsOnly("success");
    assertThat(receiver.received("/shop")).isNotEmpty();
    assertThat(books.number("SELECT count(*) FROM outbox_event WHERE out_trade_no LIKE 'FR24-%'"))
        .isEqualTo(400);
    assertThat(count("shop", "DELIVERED")).isZero();

    int calling = receiver.received("/shop").size();
    await().atMost(PATIENCE).until(() -> receiver.received("/shop").size() > calling);
    List<Connection> all = new ArrayList<>(); // while a call is under way, all can be had
    try {
      int size = database.getConfiguration().connectionPoolConfiguration().maxSize();
      for (int i = 0; i < size; i++) {
        all.add(database.getConnection());
      }
    } finally {
      for (Connection each : all) {
        each.close();
      }
    }
    receiver.answer("/shop", event -> Reply.of(200));
    await().atMost(PATIENCE).until(() -> count("shop", "DELIVERED") > 0);
  }
}
