package io.oncepaid.messages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.outbox.Attempt;
import io.oncepaid.outbox.Delivery;
import io.oncepaid.testing.TestBroker;
import io.oncepaid.testing.TestTopic;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events to a topic of a real broker. It is an IT because it shares the broker of the others. */
class KafkaDestinationIT {
  private static final Instant NOON = Instant.parse("2026-03-09T04:00:00Z");

  private final TestBroker broker = TestBroker.ofThisRun();
  private final TestTopic topic = new TestTopic(broker, "events", 3, 50_000);
  private final OncepaidConfig config =
      new SmallRyeConfigBuilder()
          .addDiscoveredConverters()
          .withMapping(OncepaidConfig.class)
          .withDefaultValues(
              Map.of(
                  "oncepaid.merchants.shop.notify-topic",
                  topic.name(),
                  "oncepaid.merchants.lost.notify-topic",
                  topic.name() + "-missing"))
          .build()
          .getConfigMapping(OncepaidConfig.class);
  private final KafkaSender sender =
      new KafkaSender(
          new KafkaSettings(
              Map.of(
                  "bootstrap.servers", broker.address(),
                  "request.timeout.ms", 1000,
                  "delivery.timeout.ms", 2000,
                  "max.block.ms", 1500),
              config));
  private final KafkaDestination destination = new KafkaDestination(config, sender);

  @AfterEach
  void close() {
    broker.thaw();
    sender.close();
    topic.close();
  }

  @Test
  void events_of_a_payment_arrive_in_order_under_one_key_as_they_were_written() throws Exception {
    List<CompletableFuture<Delivery>> deliveries = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      deliveries.add(deliver("shop", "T" + i % 3, "{\"id\":\"evt_" + i + "\",\"é\":1}", i));
    }
    for (CompletableFuture<Delivery> delivery : deliveries) {
      assertThat(result(delivery)).isInstanceOf(Delivery.Delivered.class);
    }
    for (int payment = 0; payment < 3; payment++) {
      String key = "shop:T" + payment;
      List<ConsumerRecord<byte[], byte[]>> events =
          topic.read().stream().filter(event -> text(event.key()).equals(key)).toList();
      int first = payment;
      assertThat(events)
          .extracting(event -> text(event.value()))
          .isEqualTo(
              IntStream.range(0, 10)
                  .mapToObj(i -> "{\"id\":\"evt_" + (first + 3 * i) + "\",\"é\":1}")
                  .toList());
      assertThat(events)
          .extracting(ConsumerRecord::partition)
          .containsOnly(events.get(0).partition());
      assertThat(header(events.get(1), "webhook-id")).isEqualTo("evt_" + (first + 3));
      assertThat(header(events.get(1), "type")).isEqualTo("payment.paid");
    }
  }

  @Test
  void without_the_brokers_acknowledgement_nothing_is_delivered() throws Exception {
    assertThat(result(deliver("shop", "T1", "{}", 1))).isInstanceOf(Delivery.Delivered.class);
    broker.freeze();
    assertThat(result(deliver("shop", "T1", "{}", 2))).isInstanceOf(Delivery.Unavailable.class);
    broker.thaw();
    assertThat(result(deliver("shop", "T1", "{}", 3))).isInstanceOf(Delivery.Delivered.class);
  }

  @Test
  void a_missing_topic_delays_no_other_merchant() throws Exception {
    CompletableFuture<Delivery> lost = deliver("lost", "T1", "{}", 1);
    assertThat(result(deliver("shop", "T1", "{}", 2))).isInstanceOf(Delivery.Delivered.class);
    assertThat(lost).isNotDone();
    assertThat(result(lost)).isEqualTo(new Delivery.Unavailable("TimeoutException", null));
  }

  @Test
  void an_event_that_the_topic_does_not_take_is_refused() throws Exception {
    String large = "{\"x\":\"" + "x".repeat(60_000) + "\"}";
    assertThat(result(deliver("shop", "T1", large, 1)))
        .isEqualTo(new Delivery.Refused("RecordTooLargeException"));
  }

  @Test
  void it_serves_the_merchants_that_have_a_topic() {
    assertThat(destination.serves("shop")).isTrue();
    assertThat(destination.serves("other")).isFalse();
    assertThat(destination.name()).isEqualTo("kafka");
  }

  private CompletableFuture<Delivery> deliver(
      String merchant, String number, String payload, int event) {
    return destination
        .deliver(new Attempt(merchant, "evt_" + event, number, "payment.paid", payload, 1, NOON))
        .toCompletableFuture();
  }

  private static Delivery result(CompletableFuture<Delivery> delivery) throws Exception {
    return delivery.get(60, TimeUnit.SECONDS);
  }

  private static String header(ConsumerRecord<byte[], byte[]> event, String name) {
    return text(event.headers().lastHeader(name).value());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }
}
