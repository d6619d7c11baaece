package io.oncepaid.outbox;

import static io.restassured.RestAssured.given;
import static java.time.Duration.ofSeconds;
import static org.awaitility.Awaitility.await;

import io.agroal.api.AgroalDataSource;
import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.Transactions;
import io.oncepaid.testing.Books;
import io.oncepaid.testing.TestReceiver;
import io.oncepaid.testing.TestReceiver.Received;
import io.oncepaid.testing.Wire;
import io.quarkus.test.common.http.TestHTTPResource;
import io.restassured.http.ContentType;
import io.restassured.specification.RequestSpecification;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;

/** The application of {@link OutboxProfile}, and the receivers of its merchants. */
abstract class OutboxTest {
  static final Duration PATIENCE = ofSeconds(60);
  static TestReceiver receiver;

  @Inject Outbox outbox;
  @Inject Transactions transactions;
  @Inject AgroalDataSource database;
  @Inject OncepaidConfig config;
  @Inject Config settings;
  @Inject Destinations destinations;
  @Inject OutboxMetrics metrics;

  @TestHTTPResource("/")
  URI url;

  Books books;

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

  static RequestSpecification as(String merchant) {
    return given()
        .header("Authorization", "Bearer key-of-the-merchant-" + merchant)
        .contentType(ContentType.JSON);
  }

  static Map<String, Object> destination(String merchant) {
    return as(merchant).get("/destinations").then().extract().jsonPath().getMap("items[0]");
  }

  String send(byte[] callback) {
    try {
      return Wire.once(url.getPort(), callback).text();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String signature(Received event, String secret) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring(6)), "HmacSHA256"));
    String content = event.id() + "." + event.header("webhook-timestamp") + "." + event.body();
    return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(content.getBytes("UTF-8")));
  }

  void write(String merchant, String number, String type) throws SQLException {
    append(List.of(about(merchant, number, type)));
  }

  /** One event for each of many payments, in one transaction. */
  void writeAll(String merchant, String prefix, int count) throws SQLException {
    append(
        IntStream.range(0, count)
            .mapToObj(i -> about(merchant, prefix + i, "payment.paid"))
            .toList());
  }

  void append(List<Event.About> events) throws SQLException {
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

  List<Received> awaitReceived(String merchant, int count) {
    await().atMost(PATIENCE).until(() -> receiver.received("/" + merchant).size() >= count);
    return receiver.received("/" + merchant);
  }

  long awaitArrival(String merchant, String number) {
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

  void awaitStatus(String merchant, String status, int count) {
    await().atMost(PATIENCE).until(() -> count(merchant, status) == count);
  }

  long count(String merchant, String status) {
    return books.number(
        "SELECT count(*) FROM outbox_event WHERE merchant = ? AND status = ?", merchant, status);
  }

  static List<String> typesOf(String merchant, String number) {
    return of(merchant, number)
        .map(event -> event.body().replaceAll(".*\"type\":\"([^\"]*)\".*", "$1"))
        .toList();
  }

  static List<String> idsOf(String merchant, String number) {
    return of(merchant, number).map(Received::id).toList();
  }

  static Stream<Received> of(String merchant, String number) {
    return receiver.received("/" + merchant).stream()
        .filter(event -> event.outTradeNo().equals(number));
  }

  static List<String> distinctIds(String merchant) {
    return receiver.received("/" + merchant).stream()
        .map(Received::id)
        .distinct()
        .collect(Collectors.toList());
  }
}
