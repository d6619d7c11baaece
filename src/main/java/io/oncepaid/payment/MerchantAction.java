package io.oncepaid.payment;

import io.oncepaid.pipeline.PaymentStatus;

/** The transitions that a merchant asks for; all others follow from what a gateway says. */
public enum MerchantAction {
  CLOSE(PaymentStatus.PENDING, PaymentStatus.CLOSED),
  SHIP(PaymentStatus.PAID, PaymentStatus.SHIPPED),
  COMPLETE(PaymentStatus.SHIPPED, PaymentStatus.DONE);

  private final PaymentStatus from;
  private final PaymentStatus to;

  MerchantAction(PaymentStatus from, PaymentStatus to) {
    if (!PaymentStatus.TRANSITIONS.get(from).contains(to)) {
      throw new IllegalStateException(from + " to " + to + " is no transition");
    }
    this.from = from;
    this.to = to;
  }

  public PaymentStatus from() {
    return from;
  }

  public PaymentStatus to() {
    return to;
  }
}
