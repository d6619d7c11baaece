package io.oncepaid.outbox;

import java.time.Duration;

/** What became of an attempt. Reasons are shown to merchants and operators: never a secret. */
public sealed interface Delivery {
  /** Why the event was not delivered. */
  String reason();

  /** The destination has the event. */
  record Delivered() implements Delivery {
    @Override
    public String reason() {
      return "";
    }
  }

  /** The destination is well and does not take this event; it is tried again later. */
  record Refused(String reason) implements Delivery {}

  /**
   * The destination does not work at the moment; counts against it, and the event is tried again.
   *
   * @param retryAfter how long it asks to be left alone, or null
   */
  record Unavailable(String reason, Duration retryAfter) implements Delivery {}

  /** The destination wants no events any more, until somebody says otherwise. */
  record Disabled(String reason) implements Delivery {}
}
