package io.oncepaid.messages;

import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Sends records. There is no producer, no thread and no connection before the first of them. */
@Singleton
class KafkaSender {
  private static final long IDLE_S = 10;
  private static final Duration CLOSING = Duration.ofSeconds(2);

  private final KafkaSettings settings;
  private final Map<String, Executor> handingOver = new ConcurrentHashMap<>();
  private Producer<byte[], byte[]> producer;

  KafkaSender(KafkaSettings settings) {
    this.settings = settings;
  }

  /**
   * Sends a record and never blocks the caller. Records of one topic leave in order.
   *
   * @return completes when the broker has acknowledged it, or exceptionally with Kafka's reason
   */
  CompletionStage<Void> send(ProducerRecord<byte[], byte[]> record) {
    CompletableFuture<Void> sent = new CompletableFuture<>();
    // Kafka's send waits for a topic that it does not find: each topic has a thread of its own, so
    // that a missing one delays nobody else.
    handingOver
        .computeIfAbsent(record.topic(), KafkaSender::oneThread)
        .execute(() -> handOver(record, sent));
    return sent;
  }

  private void handOver(ProducerRecord<byte[], byte[]> record, CompletableFuture<Void> sent) {
    try {
      producer()
          .send(
              record,
              (where, error) -> {
                if (error == null) {
                  sent.complete(null);
                } else {
                  sent.completeExceptionally(error);
                }
              });
    } catch (RuntimeException e) {
      sent.completeExceptionally(e);
    }
  }

  private synchronized Producer<byte[], byte[]> producer() {
    if (producer == null) {
      producer = new KafkaProducer<>(settings.producer());
    }
    return producer;
  }

  /** Ends by itself when there is nothing to do. */
  private static Executor oneThread(String topic) {
    ThreadPoolExecutor thread =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_S,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread made = new Thread(task, "to-topic-" + topic);
              made.setDaemon(true);
              return made;
            });
    thread.allowCoreThreadTimeOut(true);
    return thread;
  }

  @PreDestroy
  synchronized void close() {
    if (producer != null) {
      producer.close(CLOSING);
    }
  }
}
