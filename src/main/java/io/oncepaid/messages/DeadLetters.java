package io.oncepaid.messages;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.oncepaid.OncepaidConfig;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** Puts messages aside that can never be settled, as they came, with the reason in headers. */
@Singleton
class DeadLetters {
  private static final String OURS = "oncepaid-";

  /**
   * Why a message can never be settled.
   *
   * @param code a constant word
   * @param detail a sentence that names the field, and holds nothing of its content
   */
  record Reason(String code, String detail) {}

  private final KafkaSender sender;
  private final String topic;

  DeadLetters(KafkaSender sender, OncepaidConfig config) {
    this.sender = sender;
    this.topic = config.messages().deadLetterTopic();
  }

  /** Completes when the broker has the message, exceptionally when it may not have it. */
  CompletionStage<Void> put(ConsumerRecord<byte[], byte[]> message, Reason reason) {
    return sender
        .send(recordOf(message, message.value(), reason))
        .handle((sent, error) -> error)
        .thenCompose(error -> error == null ? done() : without(message, reason, error));
  }

  // A message that the topic of dead letters cannot hold would never leave ours: its place and the
  // reason are put there, and the message itself stays where it is until its topic lets go of it.
  private CompletionStage<Void> without(
      ConsumerRecord<byte[], byte[]> message, Reason reason, Throwable error) {
    if (error instanceof RecordTooLargeException) {
      ProducerRecord<byte[], byte[]> place = recordOf(message, null, reason);
      add(place.headers(), "value-omitted", "too large for this topic");
      return sender.send(place);
    }
    throw new CompletionException(error);
  }

  private ProducerRecord<byte[], byte[]> recordOf(
      ConsumerRecord<byte[], byte[]> message, byte[] value, Reason reason) {
    ProducerRecord<byte[], byte[]> letter = new ProducerRecord<>(topic, message.key(), value);
    for (Header header : message.headers()) {
      if (!header.key().startsWith(OURS)) {
        letter.headers().add(header);
      }
    }
    add(letter.headers(), "reason", reason.code());
    add(letter.headers(), "detail", reason.detail());
    add(letter.headers(), "topic", message.topic());
    add(letter.headers(), "partition", Integer.toString(message.partition()));
    add(letter.headers(), "offset", Long.toString(message.offset()));
    return letter;
  }

  private static void add(Headers headers, String name, String value) {
    headers.add(OURS + name, value.getBytes(UTF_8));
  }

  private static CompletionStage<Void> done() {
    return CompletableFuture.completedFuture(null);
  }
}
