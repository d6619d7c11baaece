package io.oncepaid.outbox;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;
import org.jboss.logging.Logger;

/**
 * Writes outcomes down on a thread of its own; those that come while the previous ones commit go
 * together. What cannot be written is forgotten: its lease ends and the event comes again.
 */
final class Recorder {
  private static final Logger LOG = Logger.getLogger(Recorder.class);
  private static final int MOST = 256;
  private static final int TRIES = 5;
  private static final Duration BETWEEN = Duration.ofMillis(300);

  // Bounded by what the lanes may have in flight.
  private final BlockingQueue<Outcome> waiting = new LinkedBlockingQueue<>();
  private final Outcomes outcomes;
  private final BiConsumer<List<Outcome>, List<Outcomes.Row>> onRecorded;
  private final Thread thread = Daemons.named("outbox-recorder").newThread(this::run);

  /**
   * @param onRecorded told of each batch and of the rows that counted
   */
  Recorder(Outcomes outcomes, BiConsumer<List<Outcome>, List<Outcomes.Row>> onRecorded) {
    this.outcomes = outcomes;
    this.onRecorded = onRecorded;
  }

  void start() {
    thread.start();
  }

  void add(Outcome outcome) {
    waiting.add(outcome);
  }

  void stop() {
    thread.interrupt();
  }

  private void run() {
    try {
      while (true) {
        List<Outcome> batch = new ArrayList<>();
        batch.add(waiting.take());
        waiting.drainTo(batch, MOST - 1);
        try {
          onRecorded.accept(batch, record(batch));
        } catch (RuntimeException bug) {
          LOG.error("outcomes of deliveries were not recorded", bug);
        }
        batch.forEach(outcome -> outcome.lane().recorded());
      }
    } catch (InterruptedException stopped) {
      // The end of the service.
    }
  }

  private List<Outcomes.Row> record(List<Outcome> batch) throws InterruptedException {
    for (int i = 1; ; i++) {
      try {
        return outcomes.record(batch);
      } catch (SQLException error) {
        if (i == TRIES) {
          LOG.warnf(
              "%d deliveries could not be recorded (%s); their events come again",
              batch.size(), error.getMessage());
          return List.of();
        }
        Thread.sleep(BETWEEN.toMillis());
      }
    }
  }
}
