package io.oncepaid.gateway;

import java.time.Duration;

/** One account's contract with one gateway: its keys, its rules and its words. */
public interface Gateway {

  /**
   * Verifies the exact bytes with every key that is valid now, decrypts, checks freshness both ways
   * by receipt time and that the message is for this account, and only then says what it means.
   * Never touches the database. Thread-safe.
   *
   * @throws UnusableCallback MALFORMED, FORGED or UNREADABLE; nothing else escapes, whatever the
   *     bytes are
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
