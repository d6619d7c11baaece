package io.oncepaid.reconciliation.bill;

/** What a row of a bill moves; the names are those of the flow table's kinds, and OTHER. */
public enum Movement {
  PAY,
  REFUND,
  /** A refund that came back. */
  REFUND_FAILED,
  CHARGEBACK,
  CHARGEBACK_REVERSED,
  /** The gateway took the payment back. */
  REVERSED,
  /** Fees, payouts, withdrawals: money of the account, of no payment. Its amount has a sign. */
  OTHER
}
