package io.oncepaid.messages;

import io.oncepaid.OncepaidConfig;
import io.smallrye.common.annotation.Identifier;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The settings of our Kafka clients: every {@code kafka.*} of the configuration, over what suits us
 * and under what exactly-once depends on.
 */
@Singleton
class KafkaSettings {
  private static final int RECONNECT_MOST_MS = 10_000;
  private static final int REQUEST_MS = 5_000;
  private static final int DELIVERY_MS = 10_000;

  /** Records of one poll; they are handed to the settlement in groups much smaller than that. */
  private static final int POLL_RECORDS = 500;

  private final Map<String, Object> written;
  private final String group;

  KafkaSettings(
      @Identifier("default-kafka-broker") Map<String, Object> written, OncepaidConfig config) {
    this.written = written;
    this.group = config.messages().group();
  }

  /** Of the consumer of payment results: offsets are committed by us and by nobody else. */
  Map<String, Object> consumer() {
    Map<String, Object> settings = usual();
    settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
    settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
    settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
    settings.put(
        ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
        CooperativeStickyAssignor.class.getName());
    settings.putAll(written);
    settings.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    settings.put(
        ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    settings.put(
        ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
    return settings;
  }

  /** Of the producer: what it calls sent is on all replicas in sync, once and in order. */
  Map<String, Object> producer() {
    Map<String, Object> settings = usual();
    settings.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, REQUEST_MS);
    settings.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, DELIVERY_MS);
    settings.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, REQUEST_MS);
    settings.putAll(written);
    settings.remove(ConsumerConfig.GROUP_ID_CONFIG);
    settings.put(ProducerConfig.ACKS_CONFIG, "all");
    settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    settings.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    settings.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
    return settings;
  }

  // A broker that is away is asked for every ten seconds: each try writes two lines into the log.
  private static Map<String, Object> usual() {
    Map<String, Object> settings = new HashMap<>();
    settings.put(CommonClientConfigs.CLIENT_ID_CONFIG, "oncepaid");
    settings.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, RECONNECT_MOST_MS);
    return settings;
  }
}
