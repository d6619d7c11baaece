package io.oncepaid.reconciliation.bill;

/** How far the movement of a row had come when the bill was written. */
public enum RowStatus {
  DONE,
  /** A refund that was accepted and not yet paid out; the row is never updated later. */
  PROCESSING,
  /** A refund that was closed or could not be paid out. */
  FAILED,
  /** The payment was revoked at the gateway. */
  REVOKED
}
