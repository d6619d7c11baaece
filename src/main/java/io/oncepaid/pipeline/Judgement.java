package io.oncepaid.pipeline;

import io.oncepaid.gateway.Notice;
import io.oncepaid.pipeline.Facts.Booked;
import io.oncepaid.pipeline.Facts.InCase;

/**
 * What the facts that were found mean for a notice that a layer did not let through. The books
 * decide first, then the payment. Pure: the same facts give the same finding, whichever layer asks.
 */
final class Judgement {
  private Judgement() {}

  /** Names what the facts mean for the notice. */
  static Finding of(Settling settling, Facts facts) {
    Notice notice = settling.notice();
    return switch (notice.kind()) {
      case PAID -> judgePaid(settling, facts);
      case CLOSED -> judgeClosed(settling, facts);
      case REFUNDED -> judgeRefunded(settling, facts);
      case REFUND_FAILED, REFUND_ABNORMAL -> judgeFailedRefund(settling, facts);
      case CHARGEBACK, CHARGEBACK_REVERSED, REVERSED -> judgeTakenBack(settling, facts);
    };
  }

  private static Finding judgePaid(Settling settling, Facts facts) {
    Notice notice = settling.notice();
    Booked own = facts.own();
    if (own != null) {
      if (!own.outTradeNo().equals(notice.outTradeNo())) {
        return Finding.refused(Verdict.CONFLICT, CaseKind.TRANSACTION_REUSED);
      }
      if (!sameMoney(own, notice)) {
        return Finding.refused(Verdict.MISMATCH, CaseKind.MISMATCH);
      }
      return replayed(facts);
    }
    if (facts.pay() != null) {
      return Finding.refused(Verdict.CONFLICT, CaseKind.DOUBLE_PAYMENT);
    }
    if (facts.payment() == null) {
      return Finding.refused(Verdict.UNKNOWN_PAYMENT, CaseKind.UNKNOWN_PAYMENT);
    }
    return switch (facts.payment().status()) {
      case PENDING ->
          notice.amount() == facts.payment().amount()
                  && notice.currency().equals(facts.payment().currency())
              ? Finding.NOTHING_WRONG
              : Finding.refused(Verdict.MISMATCH, CaseKind.MISMATCH);
      case CLOSED -> Finding.refused(Verdict.ILLEGAL_TRANSITION, CaseKind.LATE_PAYMENT);
      // Paid, the row says, and the books do not: somebody moved the status by hand.
      case PAID, SHIPPED, DONE, REFUNDED ->
          facts.paidBy(settling.account(), notice.transactionId())
              ? Finding.refused(Verdict.ILLEGAL_TRANSITION, CaseKind.STATE_DRIFT)
              : Finding.refused(Verdict.CONFLICT, CaseKind.DOUBLE_PAYMENT);
    };
  }

  private static Finding judgeClosed(Settling settling, Facts facts) {
    if (facts.payment() == null) {
      return Finding.refused(Verdict.UNKNOWN_PAYMENT, CaseKind.UNKNOWN_PAYMENT);
    }
    PaymentStatus status = facts.payment().status();
    if (facts.pay() != null && drifted(facts)) {
      return Finding.toldWith(Verdict.REPLAYED, CaseKind.STATE_DRIFT, true);
    }
    if (status == PaymentStatus.CLOSED) {
      return Finding.replayed();
    }
    if (status == PaymentStatus.PENDING) {
      return Finding.NOTHING_WRONG;
    }
    // Another account's order, never paid, merely expired; from the one that paid it is odd.
    return settling.account().equals(facts.payment().account())
        ? Finding.toldWith(Verdict.IGNORED, CaseKind.CLOSED_AFTER_PAID, true)
        : Finding.ignored();
  }

  private static Finding judgeRefunded(Settling settling, Facts facts) {
    Notice notice = settling.notice();
    Booked own = facts.own();
    if (own != null) {
      // A notice that names only its transaction may have been overtaken by the same with a number.
      boolean elsewhere =
          !notice.outTradeNo().isEmpty() && !own.outTradeNo().equals(notice.outTradeNo());
      if (elsewhere) {
        return Finding.refused(Verdict.CONFLICT, CaseKind.TRANSACTION_REUSED);
      }
      boolean equal =
          notice.refundedTotal() == null
              ? sameMoney(own, notice)
              : own.currency().equals(notice.currency());
      if (!equal && notice.outTradeNo().isEmpty()) {
        // Its payment came to be known just now: it is tried again under the payment's number.
        return Finding.NOTHING_WRONG;
      }
      return equal ? replayed(facts) : Finding.refused(Verdict.CONFLICT, CaseKind.CONFLICT);
    }
    if (facts.payment() == null) {
      return Finding.refused(Verdict.UNKNOWN_PAYMENT, CaseKind.UNKNOWN_PAYMENT);
    }
    if (facts.paidBy(settling.account(), notice.transactionId())) {
      return judgeRefundOfPayment(notice, facts);
    }
    if (facts.inCase() != null) {
      return judgeRefundOfCase(notice, facts.inCase());
    }
    return Finding.refused(Verdict.UNKNOWN_PAYMENT, CaseKind.UNKNOWN_PAYMENT);
  }

  private static Finding judgeRefundOfPayment(Notice notice, Facts facts) {
    Facts.Payment payment = facts.payment();
    if (!notice.currency().equals(payment.currency())) {
      return Finding.refused(Verdict.MISMATCH, CaseKind.MISMATCH);
    }
    long moves = moves(notice, payment.refunded());
    if (moves <= 0) {
      return replayed(facts);
    }
    if (moves > payment.amount() - payment.refunded()) {
      return Finding.refused(Verdict.MISMATCH, CaseKind.OVER_REFUND);
    }
    return drifted(facts)
        ? Finding.refused(Verdict.ILLEGAL_TRANSITION, CaseKind.STATE_DRIFT)
        : Finding.NOTHING_WRONG;
  }

  private static Finding judgeRefundOfCase(Notice notice, InCase inCase) {
    if (!notice.currency().equals(inCase.currency())) {
      return Finding.refused(Verdict.MISMATCH, CaseKind.MISMATCH);
    }
    long moves = moves(notice, inCase.refunded());
    if (moves <= 0) {
      return Finding.replayed();
    }
    return moves > inCase.amount() - inCase.refunded()
        ? Finding.refused(Verdict.MISMATCH, CaseKind.OVER_REFUND)
        : Finding.standsForItself(inCase.id(), moves);
  }

  private static Finding judgeFailedRefund(Settling settling, Facts facts) {
    Notice notice = settling.notice();
    if (facts.own() != null) {
      return sameMoney(facts.own(), notice)
          ? Finding.replayed()
          : Finding.refused(Verdict.CONFLICT, CaseKind.CONFLICT);
    }
    if (facts.refund() == null) {
      // Never booked: there is nothing to take back, and the number may still succeed.
      return notice.kind() == Notice.Kind.REFUND_ABNORMAL
          ? Finding.toldWith(Verdict.IGNORED, CaseKind.REFUND_ABNORMAL, false)
          : Finding.toldWith(Verdict.IGNORED, null, false);
    }
    if (!sameMoney(facts.refund(), notice)) {
      return Finding.refused(Verdict.MISMATCH, CaseKind.MISMATCH);
    }
    if (facts.paidBy(settling.account(), notice.transactionId())) {
      return drifted(facts)
          ? Finding.refused(Verdict.ILLEGAL_TRANSITION, CaseKind.STATE_DRIFT)
          : Finding.NOTHING_WRONG;
    }
    return facts.inCase() != null
        ? Finding.standsForItself(facts.inCase().id(), notice.amount())
        : Finding.refused(Verdict.UNKNOWN_PAYMENT, CaseKind.UNKNOWN_PAYMENT);
  }

  private static Finding judgeTakenBack(Settling settling, Facts facts) {
    Notice notice = settling.notice();
    if (facts.own() != null) {
      return sameMoney(facts.own(), notice)
          ? Finding.replayed()
          : Finding.refused(Verdict.CONFLICT, CaseKind.CONFLICT);
    }
    if (facts.payment() != null && facts.paidBy(settling.account(), notice.transactionId())) {
      if (!notice.currency().equals(facts.payment().currency())) {
        return Finding.refused(Verdict.MISMATCH, CaseKind.MISMATCH);
      }
      return drifted(facts)
          ? Finding.refused(Verdict.ILLEGAL_TRANSITION, CaseKind.STATE_DRIFT)
          : Finding.NOTHING_WRONG;
    }
    return facts.inCase() != null
        ? Finding.standsForItself(facts.inCase().id(), notice.amount())
        : Finding.refused(Verdict.UNKNOWN_PAYMENT, CaseKind.UNKNOWN_PAYMENT);
  }

  private static Finding replayed(Facts facts) {
    return drifted(facts)
        ? Finding.toldWith(Verdict.REPLAYED, CaseKind.STATE_DRIFT, true)
        : Finding.replayed();
  }

  /** The books say paid and the status says not. */
  private static boolean drifted(Facts facts) {
    return facts.pay() != null
        && facts.payment() != null
        && (facts.payment().status() == PaymentStatus.PENDING
            || facts.payment().status() == PaymentStatus.CLOSED);
  }

  private static boolean sameMoney(Booked booked, Notice notice) {
    return booked.amount() == notice.amount() && booked.currency().equals(notice.currency());
  }

  private static long moves(Notice notice, long refundedSoFar) {
    return notice.refundedTotal() == null
        ? notice.amount()
        : notice.refundedTotal() - refundedSoFar;
  }
}
