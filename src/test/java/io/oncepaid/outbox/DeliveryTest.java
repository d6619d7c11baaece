package io.oncepaid.outbox;

import static io.restassured.RestAssured.given;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import io.agroal.api.AgroalDataSource;
import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.Transactions;
import io.oncepaid.simulate.Sender;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.Books;
import io.oncepaid.testing.TestReceiver;
import io.oncepaid.testing.TestReceiver.Received;
import io.oncepaid.testing.TestReceiver.Reply;
import io.oncepaid.testing.TestShop;
import io.oncepaid.testing.Wire;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** Events leave for real receivers over HTTP; times are counted, not measured, where it can be. */
@QuarkusTest
@TestProfile(OutboxProfile.class)
class DeliveryTest {
  private static final Duration PATIENCE = ofSeconds(60);
  private static TestReceiver receiver;

  @Inject Outbox outbox;
  @Inject Transactions transactions;
  @Inject AgroalDataSource database;
  @Inject OncepaidConfig config;
  @Inject Config settings;
  @Inject Destinations destinations;
  @Inject OutboxMetrics metrics;

  @TestHTTPResource("/")
  URI url;

  private Books books;

  @BeforeEach
  void open() {
    books = new Books(database);
    if (receiver == null) {
      receiver =
          new TestReceiver(ConfigProvider.getConfig().getValue(OutboxProfile.PORT, Integer.class));
    }
  }

  @AfterAll
  static void close() {
    receiver.close();
    receiver = null;
  }

  @Test
  void an_event_is_signed_with_every_secret_over_the_bytes_that_are_sent() throws Exception {
    write("signed", "S1", "payment.paid");
    Received event = awaitReceived("signed", 1).get(0);

    assertThat(event.header("content-type")).isEqualTo("application/json");
    assertThat(event.id())
        .isEqualTo(books.text("SELECT id FROM outbox_event WHERE merchant = 'signed'"));
    assertThat(event.body())
        .isEqualTo(books.text("SELECT payload FROM outbox_event WHERE merchant = 'signed'"));
    assertThat(event.header("webhook-signature"))
        .isEqualTo(
            signature(event, OutboxProfile.SECRET)
                + " "
                + signature(event, OutboxProfile.OLD_SECRET));
    awaitStatus("signed", "DELIVERED", 1);
    assertThat(books.number("SELECT attempts FROM outbox_event WHERE merchant = 'signed'")).isOne();
  }

  @Test
  void a_failing_event_holds_back_the_later_ones_of_its_payment_and_no_others() throws Exception {
    AtomicBoolean well = new AtomicBoolean();
    receiver.answer(
        "/order", event -> Reply.of(event.outTradeNo().equals("O1") && !well.get() ? 422 : 200));
    for (String type : List.of("payment.paid", "payment.shipped", "payment.done")) {
      write("order", "O1", type);
      write("order", "O2", type);
    }
    awaitStatus("order", "DELIVERED", 3);
    await().atMost(PATIENCE).until(() -> typesOf("order", "O1").size() >= 3);
    assertThat(typesOf("order", "O1")).containsOnly("payment.paid");
    assertThat(typesOf("order", "O2"))
        .containsExactly("payment.paid", "payment.shipped", "payment.done");

    well.set(true);
    awaitStatus("order", "DELIVERED", 6);
    assertThat(typesOf("order", "O1").stream().distinct())
        .containsExactly("payment.paid", "payment.shipped", "payment.done");
  }

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
  void a_receiver_that_answers_too_late_hears_the_same_id_again_and_can_tell() throws Exception {
    AtomicBoolean late = new AtomicBoolean(true);
    receiver.answer(
        "/h0",
        event ->
            event.outTradeNo().equals("TWICE") && late.getAndSet(false)
                ? Reply.of(200).after(ofSeconds(4))
                : Reply.of(200));
    write("h0", "TWICE", "payment.paid");
    await().atMost(PATIENCE).until(() -> idsOf("h0", "TWICE").size() == 2);
    assertThat(idsOf("h0", "TWICE").stream().distinct()).hasSize(1);
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

  private String send(byte[] callback) {
    try {
      return Wire.once(url.getPort(), callback).text();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void two_instances_with_clocks_five_minutes_off_share_the_work_by_the_databases_time()
      throws Exception {
    Wake wakeOfOther = new Wake();
    Transactions transactionsOfOther = new Transactions(database);
    Relay other =
        new Relay(
            config,
            destinations,
            new Claims(transactionsOfOther),
            new Outcomes(transactionsOfOther, config),
            metrics,
            new Notifications(transactionsOfOther, wakeOfOther, config, settings),
            wakeOfOther);
    other.start(null);
    try {
      for (int i = 0; i < 100; i++) {
        Duration off = Duration.ofMinutes(i % 2 == 0 ? 5 : -5);
        QuarkusMock.installMockForType(Clock.offset(Clock.systemUTC(), off), Clock.class);
        append(
            List.of(
                about("clocks", "C" + i, "payment.paid"),
                about("clocks", "C" + i, "payment.shipped")));
      }
      awaitStatus("clocks", "DELIVERED", 200);
    } finally {
      other.stop(null);
    }
    assertThat(receiver.received("/clocks")).as("each once: no lease ended early").hasSize(200);
    for (int i = 0; i < 100; i++) {
      assertThat(typesOf("clocks", "C" + i)).containsExactly("payment.paid", "payment.shipped");
    }
    long now = Instant.now().getEpochSecond();
    for (Received event : receiver.received("/clocks")) {
      assertThat(Long.parseLong(event.header("webhook-timestamp"))).isBetween(now - 120, now + 5);
    }
  }

  private static RequestSpecification as(String merchant) {
    return given()
        .header("Authorization", "Bearer key-of-the-merchant-" + merchant)
        .contentType(ContentType.JSON);
  }

  private static Map<String, Object> destination(String merchant) {
    return as(merchant).get("/destinations").then().extract().jsonPath().getMap("items[0]");
  }

  static String signature(Received event, String secret) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(6)), "HmacSHA256"));
    String content = event.id() + "." + event.header("webhook-timestamp") + "." + event.body();
    return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(content.getBytes("UTF-8")));
  }

  private void write(String merchant, String number, String type) throws SQLException {
    append(List.of(about(merchant, number, type)));
  }

  /** One event for each of many payments, in one transaction. */
  private void writeAll(String merchant, String prefix, int count) throws SQLException {
    append(
        IntStream.range(0, count)
            .mapToObj(i -> about(merchant, prefix + i, "payment.paid"))
            .toList());
  }

  private void append(List<Event.About> events) throws SQLException {
    transactions.write(
        connection -> {
          outbox.append(connection, events);
          return null;
        });
  }

  static Event.About about(String merchant, String number, String type) {
    return new Event.About(
        type, merchant, number, "PAID", 100L, "CNY", 100L, 0L, "a", "t", "", Instant.EPOCH, null);
  }

  private List<Received> awaitReceived(String merchant, int count) {
    await().atMost(PATIENCE).until(() -> receiver.received("/" + merchant).size() >= count);
    return receiver.received("/" + merchant);
  }

  private long awaitArrival(String merchant, String number) {
    return await()
        .atMost(PATIENCE)
        .pollInterval(1, TimeUnit.MILLISECONDS)
        .until(
            () ->
                receiver.received("/" + merchant).stream()
                    .filter(event -> event.outTradeNo().equals(number))
                    .findFirst(),
            java.util.Optional::isPresent)
        .get()
        .atNanos();
  }

  private void awaitStatus(String merchant, String status, int count) {
    await().atMost(PATIENCE).until(() -> count(merchant, status) == count);
  }

  private long count(String merchant, String status) {
    return books.number(
        "SELECT count(*) FROM outbox_event WHERE merchant = ? AND status = ?", merchant, status);
  }

  private static List<String> typesOf(String merchant, String number) {
    return of(merchant, number)
        .map(event -> event.body().replaceAll(".*\"type\":\"([^\"]*)\".*", "$1"))
        .toList();
  }

  private static List<String> idsOf(String merchant, String number) {
    return of(merchant, number).map(Received::id).toList();
  }

  private static Stream<Received> of(String merchant, String number) {
    return receiver.received("/" + merchant).stream()
        .filter(event -> event.outTradeNo().equals(number));
  }

  private static List<String> distinctIds(String merchant) {
    return receiver.received("/" + merchant).stream()
        .map(Received::id)
        .distinct()
        .collect(Collectors.toList());
  }
}
