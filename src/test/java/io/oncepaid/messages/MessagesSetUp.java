package io.oncepaid.messages;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncepaid.testing.Books;
import io.oncepaid.testing.OwnPostgres;
import io.oncepaid.testing.PackagedService;
import io.oncepaid.testing.TestBroker;
import io.oncepaid.testing.TestShop;
import io.oncepaid.testing.TestTopic;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.awaitility.core.ConditionFactory;

/** A broker, a database and topics; the packaged service consumes from them. */
final class MessagesSetUp implements AutoCloseable {
  static final String MERCHANT = TestShop.MERCHANT;
  private static final int PARTITIONS = 4;

  final String group = "results-of-" + UUID.randomUUID();
  final TestBroker broker = TestBroker.ofThisRun();
  final OwnPostgres postgres = OwnPostgres.start();
  final Books books = new Books(postgres.database());
  final TestTopic results = new TestTopic(broker, "results", PARTITIONS, 400_000);
  final TestTopic dead = new TestTopic(broker, "dead", 1, 100_000);

  final TestTopic events = new TestTopic(broker, "events", PARTITIONS, 400_000);

  PackagedService start() {
    Map<String, String> settings = new HashMap<>(TestShop.settings());
    settings.putAll(postgres.settings());
    settings.put("kafka.bootstrap.servers", broker.address());
    settings.put("kafka.reconnect.backoff.max.ms", "500");
    settings.put("kafka.session.timeout.ms", "4000");
    settings.put("kafka.heartbeat.interval.ms", "1000");
    settings.put("oncepaid.messages.enabled", "true");
    settings.put("oncepaid.messages.topic", results.name());
    settings.put("oncepaid.messages.dead-letter-topic", dead.name());
    settings.put("oncepaid.messages.group", group);
    settings.put("oncepaid.merchants." + MERCHANT + ".notify-topic", events.name());
    return PackagedService.start(settings);
  }

  static String number() {
    return "T" + UUID.randomUUID();
  }

  String registered() {
    String number = number();
    books.register(MERCHANT, number, 1000, "CNY");
    return number;
  }

  static String paid(String number) {
    return paid(number, 1000);
  }

  static String paid(String number, long amount) {
    return """
        {"account":"alipay-a","kind":"PAID","out_trade_no":"%1$s","transaction_id":"42-%1$s",\
        "amount":%2$d,"currency":"CNY","occurred_at":"2026-03-09T12:00:00+08:00"}"""
        .formatted(number, amount);
  }

  static String refunded(String number, String refund, long amount) {
    return """
        {"account":"alipay-a","kind":"REFUNDED","out_trade_no":"%1$s","transaction_id":"42-%1$s",\
        "out_refund_no":"%2$s","amount":%3$d,"currency":"CNY",\
        "occurred_at":"2026-03-09T12:30:00+08:00"}"""
        .formatted(number, refund, amount);
  }

  static ConditionFactory soon() {
    return await().atMost(ofSeconds(90)).pollInterval(ofMillis(50));
  }

  void awaitAcknowledged() {
    soon().until(() -> results.unacknowledged(group) == 0);
  }

  void awaitBooked(String number) {
    awaitIs("PAID", () -> books.status(MERCHANT, number));
  }

  static void awaitIs(String expected, Callable<String> what) {
    soon().until(what, expected::equals);
  }

  void assertPaidOnce(List<String> numbers) {
    for (String number : numbers) {
      assertThat(books.status(MERCHANT, number)).isEqualTo("PAID");
      assertThat(books.flows(MERCHANT, number)).containsExactly("PAY 1000");
      assertThat(books.events(MERCHANT, number)).containsExactly("payment.paid");
      assertThat(books.list("SELECT source FROM payment_flow WHERE out_trade_no = ?", number))
          .containsExactly("MESSAGE");
    }
  }

  @Override
  public void close() throws IOException {
    results.close();
    dead.close();
    events.close();
    postgres.close();
  }
}
