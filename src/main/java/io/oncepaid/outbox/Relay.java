package io.oncepaid.outbox;

import io.oncepaid.OncepaidConfig;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Brings events from the table to the merchants' destinations, at least once and in order for each
 * payment; any number of instances share the work. A lane is woken by a commit of this instance, by
 * a notification of another one, by the end of an attempt, and otherwise by a look at the clock.
 */
@ApplicationScoped
class Relay {
  private static final Logger LOG = Logger.getLogger(Relay.class);

  /** How long attempts that are under way may take to end when the service stops. */
  private static final Duration FAREWELL = Duration.ofSeconds(5);

  private final OncepaidConfig.Outbox config;
  private final Claims claims;
  private final OutboxMetrics metrics;
  private final Notifications notifications;
  private final Wake wake;
  private final Recorder recorder;
  private final Map<String, DeliveryLane> lanes = new TreeMap<>();
  private final ScheduledExecutorService claimer = Daemons.single("outbox-claimer");

  Relay(
      OncepaidConfig config,
      Destinations destinations,
      Claims claims,
      Outcomes outcomes,
      OutboxMetrics metrics,
      Notifications notifications,
      Wake wake) {
    this.config = config.outbox();
    this.claims = claims;
    this.metrics = metrics;
    this.notifications = notifications;
    this.wake = wake;
    this.recorder = new Recorder(outcomes, this::tellOf);
    destinations
        .byMerchant()
        .forEach(
            (merchant, destination) ->
                lanes.put(
                    merchant,
                    new DeliveryLane(
                        merchant, destination, claims, this.config, claimer, recorder::add)));
  }

  // Where no merchant has a destination, nothing runs and nothing asks the database.
  void start(@Observes StartupEvent event) {
    if (lanes.isEmpty()) {
      return;
    }
    recorder.start();
    wake.listen(this::wake);
    notifications.start(lanes.keySet(), this::wake);
    long every = config.pollInterval().toMillis();
    claimer.scheduleWithFixedDelay(this::poll, 0, every, TimeUnit.MILLISECONDS);
  }

  /** Ends attempts in peace; an event whose outcome is not known then comes again. */
  void stop(@Observes ShutdownEvent event) {
    lanes.values().forEach(DeliveryLane::stop);
    notifications.stop();
    long giveUp = System.nanoTime() + FAREWELL.toNanos();
    while (!lanes.values().stream().allMatch(DeliveryLane::isIdle) && System.nanoTime() < giveUp) {
      pause();
    }
    claimer.shutdownNow();
    recorder.stop();
  }

  private void wake(Collection<String> merchants) {
    for (String merchant : merchants) {
      DeliveryLane lane = lanes.get(merchant);
      if (lane != null) {
        lane.wake();
      }
    }
  }

  private void poll() {
    try {
      wake(claims.whoHasDueEvents(lanes.keySet()));
    } catch (SQLException | RuntimeException error) {
      LOG.debug("due events are looked for again at the next poll", error);
    }
  }

  private void tellOf(List<Outcome> outcomes, List<Outcomes.Row> counted) {
    outcomes.forEach(metrics::attempted);
    Map<String, List<Outcomes.Row>> dead =
        counted.stream()
            .filter(row -> row.status().equals("DEAD"))
            .collect(Collectors.groupingBy(Outcomes.Row::merchant));
    dead.forEach(
        (merchant, rows) ->
            LOG.warnf(
                "Merchant %s: %d events were given up, such as %s (%s); see GET /events?status=dead",
                merchant, rows.size(), rows.get(0).id(), rows.get(0).error()));
    outcomes.stream()
        .filter(outcome -> outcome.delivery() instanceof Delivery.Disabled)
        .map(outcome -> outcome.lane().merchant())
        .distinct()
        .forEach(
            merchant ->
                LOG.warnf(
                    "Merchant %s: its destination wants no more events; they wait until POST"
                        + " /destinations/%s/enable",
                    merchant, merchant));
  }

  private static void pause() {
    try {
      Thread.sleep(20);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
