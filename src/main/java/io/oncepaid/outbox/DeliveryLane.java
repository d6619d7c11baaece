package io.oncepaid.outbox;

import io.oncepaid.OncepaidConfig;
import io.smallrye.faulttolerance.api.CircuitBreakerState;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * One merchant's way out of this instance. Claims no more than may leave at once, so that nothing
 * waits under a lease, and nothing at all while the destination rests; the other lanes never wait
 * for it.
 */
final class DeliveryLane {
  private static final Logger LOG = Logger.getLogger(DeliveryLane.class);

  /** What is left of a lease when an attempt ends at its latest: time to write the outcome down. */
  private static final Duration TO_RECORD = Duration.ofSeconds(10);

  private final String merchant;
  private final Destination destination;
  private final Guarded guarded;
  private final Claims claims;
  private final Executor claimer;
  private final Consumer<Outcome> recorder;
  private final OncepaidConfig.Outbox config;
  private final Duration lease;

  // Guarded by this.
  private int inFlight;
  private boolean wanted;
  private boolean claiming;
  private boolean stopped;
  private CircuitBreakerState breaker = CircuitBreakerState.CLOSED;
  private long restsUntil = System.nanoTime();

  /**
   * @param claimer runs the look into the database
   * @param recorder takes each outcome, and calls {@link #recorded} once it is written
   */
  DeliveryLane(
      String merchant,
      Destination destination,
      Claims claims,
      OncepaidConfig.Outbox config,
      Executor claimer,
      Consumer<Outcome> recorder) {
    this.merchant = merchant;
    this.destination = destination;
    this.claims = claims;
    this.claimer = claimer;
    this.recorder = recorder;
    this.config = config;
    this.lease = config.timeout().plus(TO_RECORD);
    this.guarded = new Guarded(destination, config, this::breakerIs);
  }

  Destination destination() {
    return destination;
  }

  String merchant() {
    return merchant;
  }

  /** There may be something due. */
  synchronized void wake() {
    wanted = true;
    goOn();
  }

  private void goOn() {
    if (wanted && !claiming && room() > 0) {
      wanted = false;
      claiming = true;
      try {
        claimer.execute(this::claim);
      } catch (RejectedExecutionException stopping) {
        claiming = false;
      }
    }
  }

  private int room() {
    if (stopped || System.nanoTime() - restsUntil < 0) {
      return 0;
    }
    int limit = breaker == CircuitBreakerState.CLOSED ? config.concurrency() : 1;
    return limit - inFlight;
  }

  private void claim() {
    List<Claimed> claimed = List.of();
    try {
      int room = reserve();
      claimed = room > 0 ? claims.claim(merchant, room, lease) : claimed;
    } catch (SQLException | RuntimeException error) {
      // Whatever it was: a lane that stayed at its claim would never claim again.
      LOG.debugf(error, "events of merchant %s are looked for again later", merchant);
    }
    synchronized (this) {
      inFlight += claimed.size();
      claiming = false;
      goOn();
    }
    claimed.forEach(this::send);
  }

  private synchronized int reserve() {
    return room();
  }

  private void send(Claimed event) {
    guarded
        .deliver(event.attempt())
        .thenAccept(
            delivery -> {
              if (delivery instanceof Delivery.Unavailable sick && sick.retryAfter() != null) {
                rest(sick.retryAfter());
              }
              recorder.accept(new Outcome(this, event, delivery));
            });
  }

  /** An attempt's outcome is written, or given up: there is room for another one. */
  synchronized void recorded() {
    inFlight--;
    wanted = true;
    goOn();
  }

  private void breakerIs(CircuitBreakerState state) {
    CircuitBreakerState before;
    synchronized (this) {
      before = breaker;
      breaker = state;
    }
    if (state == CircuitBreakerState.OPEN) {
      rest(config.breakerDelay());
      if (before == CircuitBreakerState.CLOSED) {
        LOG.warnf("Merchant %s: the destination of its events fails; it is left to rest", merchant);
      }
    } else if (state == CircuitBreakerState.CLOSED) {
      LOG.infof("Merchant %s: the destination of its events works again", merchant);
    }
  }

  private synchronized void rest(Duration asked) {
    long nanos = Math.min(asked.toNanos(), config.longestPause().toNanos());
    restsUntil = Math.max(restsUntil, System.nanoTime() + nanos);
  }

  /** Lets nothing more out. */
  synchronized void stop() {
    stopped = true;
  }

  synchronized boolean isIdle() {
    return inFlight == 0 && !claiming;
  }
}
