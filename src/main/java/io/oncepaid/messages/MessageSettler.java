package io.oncepaid.messages;

import io.micrometer.core.instrument.MeterRegistry;
import io.oncepaid.messages.DeadLetters.Reason;
import io.oncepaid.pipeline.SettlementQueue;
import io.oncepaid.pipeline.Verdict;
import jakarta.inject.Singleton;
import java.util.concurrent.CompletionStage;
import org.jboss.logging.Logger;

/**
 * Brings a message to its end: through layers 2 to 4, or to the dead letters. After either it may
 * be acknowledged.
 */
@Singleton
class MessageSettler {
  private static final Logger LOG = Logger.getLogger(MessageSettler.class);
  private static final String COUNTER = "oncepaid.messages";

  private final SettlementQueue queue;
  private final DeadLetters deadLetters;
  private final MeterRegistry meters;

  MessageSettler(SettlementQueue queue, DeadLetters deadLetters, MeterRegistry meters) {
    this.queue = queue;
    this.deadLetters = deadLetters;
    this.meters = meters;
  }

  /** Completes with whether the message may be acknowledged; never exceptionally. */
  CompletionStage<Boolean> settle(Message message) {
    if (message.refusal() != null) {
      return putAside(message);
    }
    return queue.submit(message.submission()).thenApply(outcome -> isDecided(outcome.verdict()));
  }

  // What is unknown, refused or unreadable is a case by now, and committed.
  private boolean isDecided(Verdict verdict) {
    meters.counter(COUNTER, "verdict", verdict.name()).increment();
    return verdict != Verdict.UNAVAILABLE;
  }

  private CompletionStage<Boolean> putAside(Message message) {
    Reason reason = message.refusal();
    return deadLetters.put(message.record(), reason).handle((sent, error) -> has(message, error));
  }

  private boolean has(Message message, Throwable error) {
    String place = message.record().topic() + "-" + message.record().partition();
    long offset = message.record().offset();
    if (error == null) {
      Reason reason = message.refusal();
      LOG.warnf(
          "message %s@%d is a dead letter: %s: %s", place, offset, reason.code(), reason.detail());
      meters.counter(COUNTER, "verdict", "DEAD_LETTER").increment();
    } else {
      LOG.warnf(
          "message %s@%d cannot be put to the dead letters and waits: %s", place, offset, error);
    }
    return error == null;
  }
}
