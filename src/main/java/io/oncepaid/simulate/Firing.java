package io.oncepaid.simulate;

import io.oncepaid.simulate.Life.Delivery;
import io.oncepaid.simulate.Life.Step;
import io.oncepaid.simulate.ServiceClient.Answered;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Leads all lives of a plan through their steps, several at once. */
final class Firing {
  private static final int LIVES_PER_THREAD = 4;

  private final Plan plan;
  private final ServiceClient service;
  private final Tally tally;
  private final int duplicates;
  private final int threads;
  private final AtomicInteger ended = new AtomicInteger();

  /**
   * @param duplicates how often each callback is sent
   * @param threads requests on their way at once
   */
  Firing(Plan plan, ServiceClient service, Tally tally, int duplicates, int threads) {
    this.plan = plan;
    this.service = service;
    this.tally = tally;
    this.duplicates = duplicates;
    this.threads = threads;
  }

  /** Lives that have ended, for the progress line. */
  int ended() {
    return ended.get();
  }

  /** Returns when every life has ended; what went wrong is in the tally. */
  void run() throws InterruptedException {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    int atOnce = threads * LIVES_PER_THREAD;
    Semaphore room = new Semaphore(atOnce);
    try {
      for (int i = 0; i < plan.size() && !service.isGone(); i++) {
        room.acquire();
        Life life = plan.life(i);
        live(life, pool)
            .whenComplete(
                (nothing, failure) -> {
                  if (failure != null) {
                    tally.deviation(life.trade().outTradeNo() + ": " + failure);
                  }
                  ended.incrementAndGet();
                  room.release();
                });
      }
      room.acquire(atOnce);
    } finally {
      pool.shutdownNow();
    }
  }

  private CompletableFuture<Void> live(Life life, ExecutorService pool) {
    CompletableFuture<Void> steps = CompletableFuture.completedFuture(null);
    for (Step step : life.steps()) {
      steps = steps.thenComposeAsync(before -> take(life, step, pool), pool);
    }
    return steps;
  }

  private CompletableFuture<Void> take(Life life, Step step, ExecutorService pool) {
    String outTradeNo = life.trade().outTradeNo();
    return switch (step.action()) {
      case REGISTER -> asked(life, "registration", service.register(life.trade()));
      case CLOSE, SHIP, COMPLETE -> {
        String operation = step.action().name().toLowerCase(Locale.ROOT);
        yield asked(life, operation, service.change(outTradeNo, operation));
      }
      case CALLBACKS -> deliver(life, step, pool);
    };
  }

  private CompletableFuture<Void> asked(Life life, String what, Answered answered) {
    if (answered.status() != 200 && answered.status() != 201) {
      tally.deviation(
          "%s (%s): %s answered %d %s"
              .formatted(
                  life.trade().outTradeNo(),
                  life.story().words(),
                  what,
                  answered.status(),
                  answered.text()));
    }
    return CompletableFuture.completedFuture(null);
  }

  /** All copies of all callbacks of the step at once: half of them equal bytes, half repeats. */
  private CompletableFuture<Void> deliver(Life life, Step step, ExecutorService pool) {
    List<Runnable> copies = new ArrayList<>();
    for (Delivery delivery : step.deliveries()) {
      Callback first = delivery.callback().apply(0);
      for (int copy = 0; copy < duplicates; copy++) {
        int attempt = copy;
        copies.add(
            () ->
                deliver(
                    life, delivery, attempt % 2 == 0 ? first : delivery.callback().apply(attempt)));
      }
    }
    Collections.shuffle(copies);
    return CompletableFuture.allOf(
        copies.stream()
            .map(copy -> CompletableFuture.runAsync(copy, pool))
            .toArray(CompletableFuture[]::new));
  }

  private void deliver(Life life, Delivery delivery, Callback callback) {
    Answered answered = service.send(callback);
    boolean asExpected =
        delivery.expected().isMetBy(delivery.sender(), answered.status(), answered.body());
    tally.answered(delivery.expected(), asExpected);
    if (!asExpected) {
      tally.deviation(
          "%s (%s): %s was due from %s, but it answered %d %s"
              .formatted(
                  life.trade().outTradeNo(),
                  life.story().words(),
                  delivery.expected().words(),
                  callback.account(),
                  answered.status(),
                  answered.text()));
    }
  }
}
