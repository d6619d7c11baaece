package io.oncepaid.outbox;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.outbox.Delivery.Unavailable;
import io.smallrye.faulttolerance.api.CircuitBreakerState;
import io.smallrye.faulttolerance.api.Guard;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;

/**
 * A merchant's destination behind its own bulkhead, circuit breaker and timeout. Whatever happens
 * in there becomes a {@link Delivery}; only {@link Unavailable} counts against the destination, so
 * that one message that it refuses does not stop the others.
 */
final class Guarded {
  private static final int WINDOW = 10;
  private static final double FAILURE_RATIO = 0.5;

  private final Destination destination;
  private final Guard guard;

  /** Carries an outcome past the breaker as what counts there as a failure. */
  private static final class Sick extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Unavailable outcome;

    Sick(Unavailable outcome) {
      super(outcome.reason(), null, false, false);
      this.outcome = outcome;
    }
  }

  /**
   * @param onStateChange told when the breaker opens, tries again and closes
   */
  Guarded(
      Destination destination,
      OncepaidConfig.Outbox config,
      Consumer<CircuitBreakerState> onStateChange) {
    this.destination = destination;
    this.guard =
        Guard.create()
            .withDescription("outbox-" + destination.name())
            .withBulkhead()
            .limit(config.concurrency())
            .queueSize(1)
            .done()
            .withCircuitBreaker()
            .requestVolumeThreshold(WINDOW)
            .failureRatio(FAILURE_RATIO)
            .successThreshold(1)
            .delay(config.breakerDelay().toMillis(), ChronoUnit.MILLIS)
            .onStateChange(onStateChange)
            .done()
            .withTimeout()
            .duration(config.timeout().toMillis(), ChronoUnit.MILLIS)
            .done()
            .build();
  }

  /** Never fails: a failure is an outcome. */
  @SuppressWarnings("unchecked")
  CompletionStage<Delivery> deliver(Attempt attempt) {
    CompletionStage<Delivery> stage;
    try {
      stage =
          guard.call(
              () -> destination.deliver(attempt).thenApply(Guarded::throwIfSick),
              CompletionStage.class);
    } catch (Exception e) {
      stage = CompletableFuture.failedFuture(e);
    }
    return stage.exceptionally(Guarded::outcomeOf);
  }

  private static Delivery throwIfSick(Delivery delivery) {
    if (delivery instanceof Unavailable sick) {
      throw new Sick(sick);
    }
    return delivery;
  }

  private static Delivery outcomeOf(Throwable thrown) {
    Throwable error = thrown;
    while (error instanceof CompletionException && error.getCause() != null) {
      error = error.getCause();
    }
    if (error instanceof Sick sick) {
      return sick.outcome;
    }
    return new Unavailable(words(error), null);
  }

  private static String words(Throwable error) {
    if (error instanceof TimeoutException) {
      return "no answer in time";
    }
    if (error instanceof CircuitBreakerOpenException || error instanceof BulkheadException) {
      return "not tried: the destination failed too often just before";
    }
    return error.toString();
  }
}
