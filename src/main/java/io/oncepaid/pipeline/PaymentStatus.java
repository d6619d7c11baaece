package io.oncepaid.pipeline;

import java.util.Map;
import java.util.Set;

/** The state machine, declared once; the trigger payment_transition is kept equal by a test. */
public enum PaymentStatus {
  PENDING,
  PAID,
  SHIPPED,
  DONE,
  /** The whole amount went back. */
  REFUNDED,
  /** Ended unpaid; only an operator who accepts a late payment leads out of it. */
  CLOSED;

  /** From each status, where it may go. */
  public static final Map<PaymentStatus, Set<PaymentStatus>> TRANSITIONS =
      Map.of(
          PENDING, Set.of(PAID, CLOSED),
          PAID, Set.of(SHIPPED, REFUNDED),
          SHIPPED, Set.of(DONE, REFUNDED),
          DONE, Set.of(REFUNDED),
          // Back when a refund fails: to the status that the payment had before it.
          REFUNDED, Set.of(PAID, SHIPPED, DONE),
          // Only by an operator's acceptance of a late payment.
          CLOSED, Set.of(PAID));
}
