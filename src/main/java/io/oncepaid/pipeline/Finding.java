package io.oncepaid.pipeline;

import io.oncepaid.gateway.Answer;

/**
 * Why a notice did not change its payment.
 *
 * @param verdict the end it comes to; null when nothing wrong was found, which is no verdict: it
 *     must be tried again
 * @param opens the case that people are told of, or null
 * @param keepsClaim true when a repeat may be answered from the idempotency table; false sets the
 *     claim to FAILED
 * @param caseId for a movement that stands for itself, outside of its payment: the case whose
 *     transaction it belongs to; 0 otherwise
 * @param moves minor units of such a movement
 */
record Finding(Verdict verdict, CaseKind opens, boolean keepsClaim, long caseId, long moves) {
  static final Finding NOTHING_WRONG = new Finding(null, null, false, 0, 0);

  /** Settled before; the claim may stay. */
  static Finding replayed() {
    return new Finding(Verdict.REPLAYED, null, true, 0, 0);
  }

  /** Success without effect, and people are told. */
  static Finding toldWith(Verdict verdict, CaseKind opens, boolean keepsClaim) {
    return new Finding(verdict, opens, keepsClaim, 0, 0);
  }

  static Finding ignored() {
    return new Finding(Verdict.IGNORED, null, true, 0, 0);
  }

  static Finding refused(Verdict verdict, CaseKind opens) {
    return new Finding(verdict, opens, false, 0, 0);
  }

  /** A movement of a transaction that is in a case: booked beside the payment. */
  static Finding standsForItself(long caseId, long moves) {
    return new Finding(Verdict.APPLIED, null, true, caseId, moves);
  }

  /** A success without effect of which nobody is told. */
  boolean isQuietSuccess() {
    return verdict != null && verdict.answer() == Answer.ACCEPT && opens == null && !standsAlone();
  }

  boolean standsAlone() {
    return caseId != 0;
  }
}
