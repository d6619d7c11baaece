package io.oncepaid.messages;

import io.oncepaid.messages.Backlog.Entry;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;

/**
 * One consumer's life: fetches, has messages settled while it goes on polling, and commits the
 * offsets of what is committed in the database, never before. A message that is not decided is
 * tried again and holds back only what must not overtake it; when too much waits behind it, the
 * partition is paused. Everything here but {@link #settled} is used by one thread.
 */
final class Consumption implements ConsumerRebalanceListener {
  private static final Logger LOG = Logger.getLogger(Consumption.class);

  /** Of all partitions together: the settlement queue is for callbacks, too. */
  private static final int MOST_UNDER_WAY = 256;

  private static final Duration BUSY = Duration.ofMillis(5);
  private static final Duration WAITING = Duration.ofMillis(100);
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final long COMMIT_AGAIN = Duration.ofSeconds(1).toNanos();
  private static final Duration LAST_COMMIT = Duration.ofSeconds(3);

  /** Longer than the settlement's own deadline. */
  private static final long LAST_MESSAGES_MS = 4_000;

  private final Consumer<byte[], byte[]> consumer;
  private final MessageReader reader;
  private final MessageSettler settler;
  private final Map<TopicPartition, Backlog> backlogs = new HashMap<>();
  private final Map<TopicPartition, OffsetAndMetadata> uncommitted = new HashMap<>();
  private final BlockingQueue<Settled> settled = new LinkedBlockingQueue<>();
  private int underWay;
  private long decided;
  private boolean committing;
  private long commitDue = System.nanoTime();

  private record Settled(Entry entry, boolean isDecided) {}

  Consumption(Consumer<byte[], byte[]> consumer, MessageReader reader, MessageSettler settler) {
    this.consumer = consumer;
    this.reader = reader;
    this.settler = settler;
  }

  /**
   * Consumes until it is told to stop and woken up.
   *
   * @throws KafkaException when this consumer cannot go on
   */
  void run(String topic, BooleanSupplier isStopped) {
    consumer.subscribe(List.of(topic), this);
    while (!isStopped.getAsBoolean()) {
      consumer
          .poll(patience())
          .forEach(
              record ->
                  backlogs
                      .get(new TopicPartition(record.topic(), record.partition()))
                      .add(reader.read(record), System.nanoTime()));
      takeSettled();
      start();
      commit();
      pauseAndResume();
    }
  }

  /** How long nothing but a new message is worth waking up for. */
  private Duration patience() {
    if (underWay > 0) {
      return BUSY;
    }
    boolean isIdle = uncommitted.isEmpty() && backlogs.values().stream().allMatch(Backlog::isEmpty);
    return isIdle ? IDLE : WAITING;
  }

  private void start() {
    for (Backlog backlog : backlogs.values()) {
      // Each partition has its share: a full one does not keep the others from their turn.
      int share = Math.max(1, MOST_UNDER_WAY / backlogs.size()) - backlog.underWay();
      for (Entry entry : backlog.start(System.nanoTime(), share)) {
        underWay++;
        settler
            .settle(entry.message())
            .thenAccept(isDecided -> settled.add(new Settled(entry, isDecided)));
      }
    }
  }

  private void takeSettled() {
    for (Settled next = settled.poll(); next != null; next = settled.poll()) {
      take(next);
    }
  }

  private void take(Settled settled) {
    underWay--;
    if (settled.isDecided()) {
      decided++;
      settled.entry().done();
    } else {
      settled.entry().failed(System.nanoTime(), decided);
    }
  }

  // One commit at a time: what is done meanwhile goes with the next one.
  private void commit() {
    acknowledge(backlogs.keySet());
    if (committing || uncommitted.isEmpty() || System.nanoTime() - commitDue < 0) {
      return;
    }
    committing = true;
    consumer.commitAsync(
        Map.copyOf(uncommitted),
        (offsets, error) -> {
          committing = false;
          if (error == null) {
            uncommitted.entrySet().removeAll(offsets.entrySet());
          } else {
            commitDue = System.nanoTime() + COMMIT_AGAIN;
            LOG.debugf("offsets are committed later: %s", error);
          }
        });
  }

  private void acknowledge(Collection<TopicPartition> partitions) {
    for (TopicPartition partition : partitions) {
      long next = backlogs.get(partition).acknowledge();
      if (next >= 0) {
        uncommitted.put(partition, new OffsetAndMetadata(next));
      }
    }
  }

  private void pauseAndResume() {
    backlogs.forEach(
        (partition, backlog) -> {
          boolean isPaused = consumer.paused().contains(partition);
          if (backlog.isFull() && !isPaused) {
            consumer.pause(List.of(partition));
          } else if (!backlog.isFull() && isPaused) {
            consumer.resume(List.of(partition));
          }
        });
  }

  @Override
  public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
    partitions.forEach(partition -> backlogs.put(partition, new Backlog()));
  }

  /** Before another instance takes over: what is under way ends here, and is acknowledged. */
  @Override
  public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
    try {
      awaitUnderWay(partitions);
      acknowledge(partitions);
      uncommitted.keySet().retainAll(backlogs.keySet());
      if (!uncommitted.isEmpty()) {
        consumer.commitSync(Map.copyOf(uncommitted), LAST_COMMIT);
        uncommitted.clear();
      }
    } catch (KafkaException notCommitted) {
      LOG.debugf("the next instance replays some messages: %s", notCommitted);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    onPartitionsLost(partitions);
  }

  @Override
  public void onPartitionsLost(Collection<TopicPartition> partitions) {
    backlogs.keySet().removeAll(partitions);
    uncommitted.keySet().removeAll(partitions);
  }

  private void awaitUnderWay(Collection<TopicPartition> partitions) throws InterruptedException {
    long giveUp = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LAST_MESSAGES_MS);
    while (partitions.stream().anyMatch(partition -> backlogs.get(partition).underWay() > 0)) {
      Settled next = settled.poll(giveUp - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        return;
      }
      take(next);
    }
  }
}
