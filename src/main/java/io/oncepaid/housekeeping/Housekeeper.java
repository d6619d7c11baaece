package io.oncepaid.housekeeping;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.List;
import org.jboss.logging.Logger;

/** Does the chores now and then. What one of them cannot do is left to the next time. */
@ApplicationScoped
class Housekeeper {
  private static final Logger LOG = Logger.getLogger(Housekeeper.class);

  private final List<Chore> chores;
  private final Batches batches;
  private final MeterRegistry registry;

  Housekeeper(@All List<Chore> chores, Batches batches, MeterRegistry registry) {
    this.chores = chores;
    this.batches = batches;
    this.registry = registry;
  }

  // Not at once: an instance that starts has better things to do.
  @Scheduled(
      every = "${oncepaid.housekeeping.every:1h}",
      delayed = "1m",
      concurrentExecution = ConcurrentExecution.SKIP)
  void tidyUp() {
    for (Chore chore : chores) {
      String outcome = outcome(chore);
      registry
          .counter("oncepaid.housekeeping.runs", "chore", chore.name(), "outcome", outcome)
          .increment();
      if (outcome.equals("other_instance")) {
        return;
      }
    }
  }

  private String outcome(Chore chore) {
    try {
      long rows = chore.run(batches);
      registry.counter("oncepaid.housekeeping.rows", "chore", chore.name()).increment(rows);
      return "done";
    } catch (Batches.OtherInstanceWorks other) {
      return "other_instance";
    } catch (SQLException error) {
      LOG.warnf(
          "The chore %s was not finished (%s); it goes on next time",
          chore.name(), error.getMessage());
      return "failed";
    }
  }
}
