package io.oncepaid.outbox;

import io.oncepaid.database.Transactions;
import java.time.Clock;

/** An outbox for tests that build their objects by hand, in other packages too. */
public final class OutboxByHand {
  private OutboxByHand() {}

  public static Outbox with(Clock clock, Transactions transactions) {
    return new Outbox(clock, transactions, new Wake());
  }
}
