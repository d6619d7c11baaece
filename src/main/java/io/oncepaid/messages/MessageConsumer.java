package io.oncepaid.messages;

import io.oncepaid.OncepaidConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.WakeupException;
import org.jboss.logging.Logger;

/**
 * Consumes payment results that other systems publish, where it is switched on. Without it there is
 * no thread, no connection and no class of Kafka's at work.
 */
@Singleton
class MessageConsumer {
  private static final Logger LOG = Logger.getLogger(MessageConsumer.class);
  private static final long PAUSE_S = 10;
  private static final Duration LEAVING = Duration.ofSeconds(5);
  private static final Duration ENDING = Duration.ofSeconds(9);

  private final OncepaidConfig.Messages config;
  private final KafkaSettings settings;
  private final MessageReader reader;
  private final MessageSettler settler;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private Thread thread;
  private volatile Consumer<byte[], byte[]> consumer;

  MessageConsumer(
      OncepaidConfig config, KafkaSettings settings, MessageReader reader, MessageSettler settler) {
    this.config = config.messages();
    this.settings = settings;
    this.reader = reader;
    this.settler = settler;
  }

  void start(@Observes StartupEvent event) {
    if (config.enabled()) {
      thread = new Thread(this::consume, "messages");
      thread.setDaemon(true);
      thread.start();
      LOG.infof("consuming payment results from topic %s", config.topic());
    }
  }

  /** Before the settlement queue stops: what is under way ends and is acknowledged. */
  void stop(@Observes @Priority(1) ShutdownEvent event) throws InterruptedException {
    if (thread != null) {
      stopped.countDown();
      Consumer<byte[], byte[]> open = consumer;
      if (open != null) {
        open.wakeup();
      }
      thread.join(ENDING.toMillis());
    }
  }

  // Whatever ends one consumer, such as a right that was taken away, another one goes on.
  private void consume() {
    while (!isStopped()) {
      try {
        consumeUntilItEnds();
      } catch (WakeupException stop) {
        return;
      } catch (KafkaException trouble) {
        LOG.warnf("messages cannot be consumed, next try in %d s: %s", PAUSE_S, because(trouble));
      } catch (RuntimeException bug) {
        LOG.error("messages cannot be consumed", bug);
      }
      pause();
    }
  }

  private void consumeUntilItEnds() {
    Consumer<byte[], byte[]> open = new KafkaConsumer<>(settings.consumer());
    consumer = open;
    try {
      new Consumption(open, reader, settler).run(config.topic(), this::isStopped);
    } finally {
      open.close(CloseOptions.timeout(LEAVING));
    }
  }

  private boolean isStopped() {
    return stopped.getCount() == 0;
  }

  private void pause() {
    try {
      stopped.await(PAUSE_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stopped.countDown();
    }
  }

  /** Without a stack trace; the reason is in the cause when a client cannot be made. */
  private static String because(KafkaException trouble) {
    return trouble.getCause() == null ? trouble.toString() : trouble + ": " + trouble.getCause();
  }
}
