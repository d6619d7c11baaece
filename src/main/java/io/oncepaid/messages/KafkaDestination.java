package io.oncepaid.messages;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.outbox.Attempt;
import io.oncepaid.outbox.Delivery;
import io.oncepaid.outbox.Destination;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * Events to a merchant's topic. All events of a payment have one key, so that they keep their order
 * there; delivered means acknowledged by the broker.
 */
@Singleton
class KafkaDestination implements Destination {
  private final Map<String, String> topics = new HashMap<>();
  private final KafkaSender sender;

  KafkaDestination(OncepaidConfig config, KafkaSender sender) {
    this.sender = sender;
    config
        .merchants()
        .forEach(
            (name, merchant) -> merchant.notifyTopic().ifPresent(topic -> topics.put(name, topic)));
  }

  @Override
  public String name() {
    return "kafka";
  }

  @Override
  public boolean serves(String merchant) {
    return topics.containsKey(merchant);
  }

  @Override
  public CompletionStage<Delivery> deliver(Attempt attempt) {
    return sender
        .send(recordOf(attempt, topics.get(attempt.merchant())))
        .handle((sent, error) -> error == null ? new Delivery.Delivered() : failure(error));
  }

  /** The payload as it is; the headers tell what a receiver needs before it reads it. */
  static ProducerRecord<byte[], byte[]> recordOf(Attempt attempt, String topic) {
    // Names of merchants have no colon.
    String key = attempt.merchant() + ":" + attempt.outTradeNo();
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, key.getBytes(UTF_8), attempt.payload().getBytes(UTF_8));
    record.headers().add("webhook-id", attempt.id().getBytes(UTF_8));
    record.headers().add("type", attempt.type().getBytes(UTF_8));
    return record;
  }

  private static Delivery failure(Throwable error) {
    String reason = error.getClass().getSimpleName();
    return error instanceof RecordTooLargeException
        ? new Delivery.Refused(reason)
        : new Delivery.Unavailable(reason, null);
  }
}
