package io.oncepaid.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.oncepaid.testing.TestPostgres;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Random lives of payments over two instances, with killed backends and locked rows, against a
 * model. {@code -Doncepaid.model.lives=5000} plays more of them, {@code -Doncepaid.model.seed=}
 * with one life repeats the life that a failure names.
 */
class RandomLivesTest {
  private static final int LIVES = Integer.getInteger("oncepaid.model.lives", 200);
  private static final long SEED =
      Long.getLong("oncepaid.model.seed", System.nanoTime() % 1_000_000_000_000L);
  private static final int AT_ONCE = 100;
  private static final org.jboss.logging.Logger LOG =
      org.jboss.logging.Logger.getLogger(RandomLivesTest.class);

  // Held, so that its level stays: thousands of cases are opened here.
  private static final Logger CASES = Logger.getLogger("io.oncepaid.case");

  private static final CarryingGateway GATEWAY = new CarryingGateway();
  private static final ExecutorService SENDERS = Executors.newCachedThreadPool();
  private static List<Instance> instances;
  private static AgroalDataSource auditor;
  private static Hand hand;

  @BeforeAll
  static void start() {
    CASES.setLevel(Level.OFF);
    String url = TestPostgres.newDatabase();
    Flyway.configure().dataSource(url, "postgres", "postgres").load().migrate();
    auditor = Instance.pool("auditor", url, 16);
    hand = new Hand(auditor);
    instances =
        List.of(new Instance("instance-1", url, GATEWAY), new Instance("instance-2", url, GATEWAY));
  }

  @AfterAll
  static void stop() {
    CASES.setLevel(null);
    SENDERS.shutdownNow();
    instances.forEach(Instance::close);
    auditor.close();
  }

  @Test
  void every_life_ends_as_the_model_says() {
    for (int first = 0; first < LIVES; first += AT_ONCE) {
      int until = Math.min(first + AT_ONCE, LIVES);
      try {
        play(first, until);
      } catch (RuntimeException broken) {
        throw new AssertionError(
            "in the lives of seeds " + (SEED + first) + " to " + (SEED + until - 1), broken);
      }
    }
  }

  private static void play(int first, int until) {
    long began = System.nanoTime();
    List<LifeRun> runs = new ArrayList<>();
    for (int i = first; i < until; i++) {
      runs.add(new LifeRun(new Life(SEED + i, i - first), instances, GATEWAY, hand));
    }
    BadDay day = new BadDay(auditor, instances, SEED + first);
    try (day) {
      List<Future<?>> streams = new ArrayList<>();
      for (LifeRun run : runs) {
        for (List<Life.Step> stream : run.life.streams) {
          streams.add(SENDERS.submit(() -> run.play(stream)));
        }
      }
      streams.forEach(RandomLivesTest::await);
    }
    each(runs, LifeRun::calmDown);
    agree(runs, false);
    each(runs, LifeRun::acceptLate);
    each(runs, LifeRun::deliverAll);
    agree(runs, true);
    each(runs, LifeRun::forget);
    each(runs, LifeRun::deliverAll);
    agree(runs, true);
    hand.wipe();
    GATEWAY.forgetAll();
    if (LIVES > 200) {
      LOG.infof(
          "%d of %d lives; the last with %d killed backends and %d locked rows in %d ms",
          until,
          LIVES,
          day.killed.get(),
          day.locked.get(),
          (System.nanoTime() - began) / 1_000_000);
    }
  }

  private static void each(List<LifeRun> runs, Consumer<LifeRun> deed) {
    List<Future<?>> all = new ArrayList<>();
    runs.forEach(run -> all.add(SENDERS.submit(() -> deed.accept(run))));
    all.forEach(RandomLivesTest::await);
  }

  private static void await(Future<?> task) {
    try {
      task.get();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  // The sweeps settle what no gateway repeats any more; they are asked until they are through.
  private static void agree(List<LifeRun> runs, boolean inTheEnd) {
    List<String> wrong = List.of();
    for (int i = 0; i < 20; i++) {
      instances.get(i % 2).sweep.everyMinute();
      wrong = new ArrayList<>();
      for (LifeRun run : runs) {
        List<String> violations = run.violations(inTheEnd);
        if (!violations.isEmpty()) {
          wrong.add("seed " + run.life.seed + ":\n  " + String.join("\n  ", violations));
        }
      }
      if (wrong.isEmpty()) {
        return;
      }
      pause();
    }
    assertThat(wrong).isEmpty();
  }

  private static void pause() {
    try {
      Thread.sleep(250);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
