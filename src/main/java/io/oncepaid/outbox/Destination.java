package io.oncepaid.outbox;

import java.util.concurrent.CompletionStage;

/**
 * A way for events to reach a merchant. Each merchant has one at most: of the beans that serve it,
 * the one with the highest {@code @Priority}. Two would need a state of delivery each; whoever
 * wants an event in two places takes it from the one.
 *
 * <p>Order is the relay's care: of one payment it hands over the next event only when the one
 * before has been delivered or given up. An event comes again, with the same id, until it is
 * delivered.
 */
public interface Destination {
  /** What it is called in metrics and lists: {@code webhook}, {@code kafka}. */
  String name();

  /** Whether the merchant's events go here; the same answer for as long as the service runs. */
  boolean serves(String merchant);

  /**
   * Hands one event over. Returns at once and holds no thread while it waits; the relay stops
   * waiting after {@code oncepaid.outbox.timeout} and tries again later, so that an answer that
   * comes still later means an event twice. A failed stage is a failed attempt.
   */
  CompletionStage<Delivery> deliver(Attempt attempt);
}
