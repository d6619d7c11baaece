package io.oncepaid.messages;

import static io.oncepaid.messages.MessagesSetUp.MERCHANT;
import static io.oncepaid.messages.MessagesSetUp.awaitIs;
import static io.oncepaid.messages.MessagesSetUp.paid;
import static io.oncepaid.messages.MessagesSetUp.refunded;
import static io.oncepaid.messages.MessagesSetUp.soon;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.testing.PackagedService;
import io.oncepaid.testing.TestShop;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Payment results on a real broker, consumed by the packaged service. */
class MessagesIT {
  private static final int PAYMENTS = 25;
  private static MessagesSetUp setUp;
  private static PackagedService service;

  @BeforeAll
  static void start() {
    setUp = new MessagesSetUp();
    service = setUp.start();
  }

  @AfterAll
  static void stop() throws IOException {
    service.close();
    setUp.close();
  }

  @Test
  void a_result_that_comes_again_under_a_new_id_and_in_another_partition_is_settled_once() {
    List<String> numbers = registered(PAYMENTS);
    for (int copy = 0; copy < 4; copy++) {
      for (String number : numbers) {
        setUp.results.publish(copy, number, paid(number).getBytes(UTF_8));
      }
    }
    setUp.awaitAcknowledged();
    setUp.assertPaidOnce(numbers);
    assertThat(cases(numbers)).isEmpty();
  }

  @Test
  void what_can_never_be_settled_becomes_a_dead_letter_with_its_reason_and_stops_nobody() {
    String number = setUp.registered();
    String good = paid(number);
    Map<String, String> poison = new LinkedHashMap<>();
    poison.put("not JSON", "INVALID_REQUEST");
    poison.put(good.replace("{\"account", "{\"source\":\"QUERY\",\"account"), "INVALID_REQUEST");
    poison.put(good.replace(":1000", ":10.00"), "INVALID_REQUEST");
    poison.put(good.replace(":1000", ":-1"), "UNACCEPTABLE");
    poison.put(good.replace("alipay-a", "nobody"), "UNACCEPTABLE");
    String large = "{\"evidence\":\"" + "x".repeat(MessageReader.LARGEST) + "\"}";
    poison.put(large, "TOO_LARGE");
    poison.put(good + " ", null);

    poison.keySet().forEach(value -> setUp.results.publish(number, value));
    setUp.awaitAcknowledged();

    setUp.assertPaidOnce(List.of(number));
    List<ConsumerRecord<byte[], byte[]>> letters =
        setUp.dead.read().stream().filter(l -> text(l.key()).equals(number)).toList();
    assertThat(letters).hasSize(poison.size() - 1);
    letters.forEach(
        letter -> {
          Map<String, String> headers = headers(letter);
          // The topic of dead letters takes less than that.
          String value = letter.value() == null ? large : text(letter.value());
          assertThat(headers).containsEntry("oncepaid-reason", poison.get(value));
          assertThat(headers).containsEntry("oncepaid-topic", setUp.results.name());
          assertThat(headers).containsKeys("message-id", "oncepaid-partition", "oncepaid-offset");
          assertThat(headers.get("oncepaid-detail")).isNotBlank().doesNotContain("\n", "java.");
        });
    assertThat(service.output()).doesNotContain("\tat ");
  }

  @Test
  void the_events_of_what_was_settled_come_to_the_merchants_topic_in_order() {
    String number = setUp.registered();
    setUp.results.publish(number, paid(number));
    setUp.results.publish(number, refunded(number, "R1", 400));
    setUp.results.publish(number, refunded(number, "R2", 600));
    String key = MERCHANT + ":" + number;
    soon()
        .until(
            () -> setUp.events.read().stream().filter(e -> text(e.key()).equals(key)).toList(),
            events -> events.size() == 3);
    assertThat(setUp.events.read().stream().filter(e -> text(e.key()).equals(key)))
        .extracting(event -> headers(event).get("type"))
        .containsExactly("payment.paid", "payment.refunded", "payment.refunded");
    assertThat(setUp.books.list("SELECT status FROM outbox_event WHERE out_trade_no = ?", number))
        .hasSize(3);
  }

  @Test
  void a_refused_result_is_kept_as_a_case_and_acknowledged() {
    String number = setUp.registered();
    setUp.results.publish(number, paid(number, 999));
    setUp.awaitAcknowledged();
    assertThat(cases(List.of(number))).containsExactly("MISMATCH OPEN");
    assertThat(setUp.books.status(MERCHANT, number)).isEqualTo("PENDING");
  }

  @Test
  void FR17_a_result_before_its_payment_is_acknowledged_as_a_case_and_settled_by_the_registration()
      throws Exception {
    String number = MessagesSetUp.number();
    setUp.results.publish(number, paid(number));
    setUp.awaitAcknowledged();
    assertThat(cases(List.of(number))).containsExactly("UNKNOWN_PAYMENT OPEN");

    register(number);

    setUp.awaitBooked(number);
    setUp.assertPaidOnce(List.of(number));
    awaitIs("UNKNOWN_PAYMENT CLOSED", () -> cases(List.of(number)).get(0));
  }

  @Test
  void what_is_locked_waits_without_being_overtaken_and_holds_up_nobody_else() throws Exception {
    String locked = setUp.registered();
    String other = setUp.registered();
    try (Connection connection = setUp.postgres.database().getConnection()) {
      connection.setAutoCommit(false);
      try (PreparedStatement lock =
          connection.prepareStatement("SELECT FROM payment WHERE out_trade_no = ? FOR UPDATE")) {
        lock.setString(1, locked);
        lock.execute();
      }
      setUp.results.publish(0, locked, paid(locked).getBytes(UTF_8));
      setUp.results.publish(0, locked, refunded(locked, "R1", 1000).getBytes(UTF_8));
      setUp.results.publish(0, other, paid(other).getBytes(UTF_8));
      setUp.awaitBooked(other);
      soon().until(() -> undecided() > 0);
      assertThat(setUp.results.unacknowledged(setUp.group)).isGreaterThanOrEqualTo(3);
      connection.rollback();
    }
    setUp.awaitAcknowledged();
    assertThat(setUp.books.flows(MERCHANT, locked)).containsExactly("PAY 1000", "REFUND 1000");
    assertThat(cases(List.of(locked, other))).isEmpty();
  }

  @Test
  void while_the_database_is_away_nothing_is_acknowledged_and_then_each_is_settled_once()
      throws Exception {
    List<String> numbers = registered(PAYMENTS);
    long before = undecided();
    setUp.postgres.stopAtOnce();
    numbers.forEach(number -> setUp.results.publish(number, paid(number)));
    soon().until(() -> undecided() > before);
    assertThat(setUp.results.unacknowledged(setUp.group)).isEqualTo(PAYMENTS);
    setUp.postgres.startAgain();

    setUp.awaitAcknowledged();
    setUp.assertPaidOnce(numbers);
  }

  @Test
  void when_the_broker_comes_back_consumption_goes_on() {
    List<String> numbers = registered(2);
    setUp.results.publish(numbers.get(0), paid(numbers.get(0)));
    setUp.awaitBooked(numbers.get(0));
    setUp.broker.kill();
    setUp.broker.startAgain();
    setUp.results.publish(numbers.get(1), paid(numbers.get(1)));
    setUp.awaitAcknowledged();
    setUp.assertPaidOnce(numbers);
  }

  private static List<String> registered(int count) {
    return Stream.generate(setUp::registered).limit(count).toList();
  }

  private static List<String> cases(List<String> numbers) {
    List<String> cases = new ArrayList<>();
    numbers.forEach(number -> cases.addAll(setUp.books.cases(MERCHANT, number)));
    return cases;
  }

  private static void register(String number) throws Exception {
    String body = "{\"out_trade_no\":\"%s\",\"amount\":1000,\"currency\":\"CNY\"}";
    HttpRequest request =
        HttpRequest.newBuilder(service.url().resolve("/payments"))
            .header("Authorization", "Bearer " + TestShop.API_KEY)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.formatted(number)))
            .build();
    assertThat(send(request).statusCode()).isEqualTo(201);
  }

  /** How often nothing was decided about a message, as the metrics have it. */
  private static long undecided() throws Exception {
    URI metrics = service.management().resolve("/q/metrics");
    return send(HttpRequest.newBuilder(metrics).build())
        .body()
        .lines()
        .filter(line -> line.startsWith("oncepaid_messages_total{verdict=\"UNAVAILABLE\""))
        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private static HttpResponse<String> send(HttpRequest request) throws Exception {
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static Map<String, String> headers(ConsumerRecord<byte[], byte[]> record) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (Header header : record.headers()) {
      headers.put(header.key(), text(header.value()));
    }
    return headers;
  }

  private static String text(byte[] bytes) {
    return bytes == null ? "" : new String(bytes, UTF_8);
  }
}
