package io.oncepaid.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic of one test's own, written and read as other systems do. */
public final class TestTopic implements AutoCloseable {
  private static final int PATIENCE_S = 60;

  private final TestBroker broker;
  private final String name;
  private final int partitions;
  private final KafkaProducer<byte[], byte[]> producer;

  /** Makes a topic with a name that nobody has, for messages of so many bytes. */
  public TestTopic(TestBroker broker, String what, int partitions, int largest) {
    this.broker = broker;
    this.name = what + "-" + UUID.randomUUID();
    this.partitions = partitions;
    NewTopic topic =
        new NewTopic(name, partitions, (short) 1)
            .configs(Map.of("max.message.bytes", Integer.toString(largest)));
    try (Admin admin = broker.admin()) {
      admin.createTopics(List.of(topic)).all().get(PATIENCE_S, SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.address(), "reconnect.backoff.max.ms", 200),
            new ByteArraySerializer(),
            new ByteArraySerializer());
  }

  public String name() {
    return name;
  }

  /** Publishes under a key and waits until the broker has it. */
  public void publish(String key, String value) {
    publish(null, key, value == null ? null : value.getBytes(UTF_8));
  }

  /**
   * @param partition null for the key's own
   */
  public void publish(Integer partition, String key, byte[] value) {
    byte[] bytes = key == null ? null : key.getBytes(UTF_8);
    ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(name, partition, bytes, value);
    record.headers().add("message-id", UUID.randomUUID().toString().getBytes(UTF_8));
    try {
      producer.send(record).get(PATIENCE_S, SECONDS);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** All records that are in the topic now. */
  public List<ConsumerRecord<byte[], byte[]>> read() {
    List<TopicPartition> all = all();
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.address(), "auto.offset.reset", "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(all);
      consumer.seekToBeginning(all);
      Map<TopicPartition, Long> ends = consumer.endOffsets(all);
      while (all.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
        consumer.poll(Duration.ofMillis(200)).forEach(records::add);
      }
    }
    return records;
  }

  /** Messages that the group has not acknowledged. */
  public long unacknowledged(String group) {
    try (Admin admin = broker.admin()) {
      var committed =
          admin
              .listConsumerGroupOffsets(group)
              .partitionsToOffsetAndMetadata()
              .get(PATIENCE_S, SECONDS);
      long open = 0;
      for (TopicPartition each : all()) {
        var end = admin.listOffsets(Map.of(each, OffsetSpec.latest()));
        var offset = committed.get(each);
        open += end.partitionResult(each).get(PATIENCE_S, SECONDS).offset();
        open -= offset == null ? 0 : offset.offset();
      }
      return open;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private List<TopicPartition> all() {
    return IntStream.range(0, partitions).mapToObj(i -> new TopicPartition(name, i)).toList();
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }
}
