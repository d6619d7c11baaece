package io.oncepaid.outbox;

import java.time.Clock;

/** An outbox for tests that build their objects by hand, in other packages too. */
public final class OutboxByHand {
  private OutboxByHand() {}

  public static Outbox with(Clock clock) {
    return new Outbox(clock);
  }
}
