package io.oncepaid.pipeline;

/** Why a person must look. */
public enum CaseKind {
  /** Genuine, but it cannot be mapped or kept. */
  UNREADABLE,
  /** Money for a payment that is not registered, or a refund whose payment is not known yet. */
  UNKNOWN_PAYMENT,
  /** Another amount or currency than agreed. */
  MISMATCH,
  /** Paid once more, by another account or transaction. */
  DOUBLE_PAYMENT,
  /** Paid after it was closed. */
  LATE_PAYMENT,
  /** The same refund with other content. */
  CONFLICT,
  /** One transaction for two payments. */
  TRANSACTION_REUSED,
  /** More refunded than was paid. */
  OVER_REFUND,
  /** The books and the status disagree: somebody moved the status by hand. */
  STATE_DRIFT,
  /** The account that paid says that the trade was closed. */
  CLOSED_AFTER_PAID,
  /** A refund that came to nothing after it was booked. */
  REFUND_FAILED,
  /** A refund that needs a person at the gateway. */
  REFUND_ABNORMAL,
  CHARGEBACK,
  CHARGEBACK_REVERSED,
  REVERSED
}
