package io.oncepaid.pipeline;

import io.oncepaid.OncepaidConfig;
import io.quarkus.runtime.ShutdownEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Where notices wait for the previous transaction to commit. What has gathered then is settled
 * together as a group; a notice that waits alone goes at once, without a timer. Bounded in number
 * and in time: one too many, or one too old, leaves unsettled as UNAVAILABLE.
 */
@ApplicationScoped
public class SettlementQueue {
  /** The order in which everybody touches several payments. All parts are ASCII: bytes = chars. */
  static final Comparator<Settling> IN_BYTE_ORDER =
      Comparator.comparing(Settling::merchant).thenComparing(Settling::outTradeNo);

  private static final long WATCH_EVERY_MS = 50;

  private final OncepaidConfig.Settlement config;
  private final AtomicInteger waiting = new AtomicInteger();
  private final List<Lane> lanes = new ArrayList<>();
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "settlement-deadline");
            thread.setDaemon(true);
            return thread;
          });

  SettlementQueue(OncepaidConfig config) {
    this.config = config.settlement();
  }

  /** Starts the writers; each settles the groups of its lane. */
  void start(Consumer<List<Settling>> settler) {
    for (int i = 0; i < config.writers(); i++) {
      Lane lane = new Lane(config.groupLimit(), config.oneMerchantPerGroup(), waiting);
      lanes.add(lane);
      Thread writer = new Thread(() -> lane.run(settler), "settlement-writer-" + i);
      writer.setDaemon(true);
      writer.start();
    }
    watch.scheduleWithFixedDelay(
        () -> lanes.forEach(lane -> lane.expire(System.nanoTime())),
        WATCH_EVERY_MS,
        WATCH_EVERY_MS,
        TimeUnit.MILLISECONDS);
  }

  void stop(@Observes ShutdownEvent event) {
    lanes.forEach(Lane::stop);
    watch.shutdown();
  }

  /** Notices that wait now. */
  int size() {
    return waiting.get();
  }

  /**
   * Settles a notice with others. The stage completes after the commit, or with UNAVAILABLE when
   * nothing was decided; never exceptionally.
   */
  public CompletionStage<Outcome> submit(Submission submission) {
    long deadline = System.nanoTime() + config.deadline().toNanos();
    return enqueue(new Settling(submission, false, deadline));
  }

  /** Puts back a notice whose payment is known by now, with the deadline that it had. */
  void resubmit(Settling waitingOne, Submission known) {
    Settling again = new Settling(known, false, waitingOne.deadlineNanos());
    enqueue(again).thenAccept(waitingOne::finish);
  }

  private CompletionStage<Outcome> enqueue(Settling settling) {
    if (waiting.incrementAndGet() > config.queueLimit()) {
      waiting.decrementAndGet();
      settling.finish(Outcome.of(Verdict.UNAVAILABLE));
    } else {
      lanes.get(Math.floorMod(settling.payment().hashCode(), lanes.size())).add(settling);
    }
    return settling.outcome();
  }
}
