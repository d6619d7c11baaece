package io.oncepaid.gateway;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** One account's contract with one gateway: its keys, its rules and its words. */
public interface Gateway {

  /**
   * Gets from elsewhere what {@link #read} needs for a callback and does not have yet, such as a
   * certificate. Done at once nearly always; never blocks, never fails: what could not be got, read
   * tells as UNAVAILABLE. Takes no longer than two seconds.
   */
  default CompletionStage<Void> prepare(RawCallback callback) {
    return CompletableFuture.completedFuture(null);
  }

  /**
   * Verifies the exact bytes with every key that is valid now, decrypts, checks freshness both ways
   * by receipt time and that the message is for this account, and only then says what it means.
   * Never touches the database. Thread-safe.
   *
   * @throws UnusableCallback MALFORMED, FORGED, UNREADABLE or UNAVAILABLE; nothing else escapes,
   *     whatever the bytes are
   */
  Reading read(RawCallback callback) throws UnusableCallback;

  /**
   * The gateway's own words for an answer; a pure function.
   *
   * @param failureStatus the HTTP status of an answer other than ACCEPT
   * @param reason a constant word for an answer other than ACCEPT, free of anything received
   */
  Reply reply(Answer answer, int failureStatus, String reason);

  /**
   * True for a gateway that punishes failures (disables the endpoint, blocks its queue): it is told
   * success once the case is committed. The setting {@code refusals} of an account overrides it.
   */
  default boolean punishesFailures() {
    return false;
  }

  /** How long such a gateway is asked to repeat a callback whose payment is unknown. */
  default Duration patienceWithUnknown() {
    return Duration.ofHours(1);
  }
}
