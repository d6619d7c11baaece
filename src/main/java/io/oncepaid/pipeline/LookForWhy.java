package io.oncepaid.pipeline;

import io.oncepaid.gateway.Notice;
import io.oncepaid.pipeline.Facts.Booked;
import io.oncepaid.pipeline.Facts.InCase;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The one look at what stands here, used when layer 2, 3 or 4 says no. A statement of its own, so
 * that it sees what was committed while a layer waited for its lock.
 */
@ApplicationScoped
class LookForWhy {
  private static final String LOOK =
      """
      SELECT n.i,
             p.status, p.amount, p.currency, p.refunded_amount, p.account, p.transaction_id,
             own.out_trade_no, own.account, own.transaction_id, own.amount, own.currency,
             own.running_total,
             pay.out_trade_no, pay.account, pay.transaction_id, pay.amount, pay.currency,
             pay.running_total,
             refund.out_trade_no, refund.account, refund.transaction_id, refund.amount,
             refund.currency, refund.running_total,
             c.id, c.amount, c.currency, c.refunded
        FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
             WITH ORDINALITY
          AS n (merchant, out_trade_no, account, kind, transaction_id, movement_no, i)
        LEFT JOIN payment p
          ON p.merchant = n.merchant AND p.out_trade_no = n.out_trade_no
        LEFT JOIN payment_flow own
          ON own.merchant = n.merchant
         AND own.account = n.account
         AND own.kind = n.kind
         AND own.transaction_id = n.transaction_id
         AND own.out_refund_no = n.movement_no
        LEFT JOIN payment_flow pay
          ON pay.merchant = n.merchant
         AND pay.out_trade_no = n.out_trade_no
         AND pay.kind = 'PAY'
        LEFT JOIN payment_flow refund
          ON refund.merchant = n.merchant
         AND refund.account = n.account
         AND refund.kind = 'REFUND'
         AND refund.transaction_id = n.transaction_id
         AND refund.out_refund_no = n.movement_no
        LEFT JOIN LATERAL (
             -- Of several the one with the largest amount: it can take the refund best.
             SELECT c.id, c.amount, c.currency,
                    (SELECT coalesce(sum(CASE f.kind WHEN 'REFUND' THEN f.amount ELSE -f.amount END), 0)
                       FROM payment_flow f
                      WHERE f.merchant = n.merchant
                        AND f.account = n.account
                        AND f.kind IN ('REFUND', 'REFUND_FAILED')
                        AND f.transaction_id = n.transaction_id) AS refunded
               FROM payment_case c
              WHERE c.merchant = n.merchant
                AND c.account = n.account
                AND c.transaction_id = n.transaction_id
                AND c.out_trade_no = n.out_trade_no
                AND c.notice = 'PAID'
                AND c.kind IN ('DOUBLE_PAYMENT', 'LATE_PAYMENT')
                AND c.resolution IS DISTINCT FROM 'ACCEPTED'
                AND c.resolution IS DISTINCT FROM 'SETTLED'
              ORDER BY c.amount DESC, c.id
              LIMIT 1) c ON true
      """;

  /** What was found for each of the notices. */
  Map<Settling, Facts> look(Connection connection, List<Settling> unsettled) throws SQLException {
    Map<Settling, Facts> found = new HashMap<>();
    if (unsettled.isEmpty()) {
      return found;
    }
    try (PreparedStatement statement = connection.prepareStatement(LOOK)) {
      Columns.text(statement, 1, unsettled, Settling::merchant);
      Columns.text(statement, 2, unsettled, Settling::outTradeNo);
      Columns.text(statement, 3, unsettled, Settling::account);
      Columns.text(statement, 4, unsettled, s -> FlowLayer.kindOf(s.notice().kind()));
      Columns.text(statement, 5, unsettled, s -> s.notice().transactionId());
      Columns.text(statement, 6, unsettled, s -> s.notice().movementNo());
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          found.put(
              unsettled.get(row.getInt(1) - 1),
              new Facts(
                  payment(row), booked(row, 8), booked(row, 14), booked(row, 20), inCase(row)));
        }
      }
    }
    return found;
  }

  private static Facts.Payment payment(ResultSet row) throws SQLException {
    String status = row.getString(2);
    return status == null
        ? null
        : new Facts.Payment(
            PaymentStatus.valueOf(status),
            row.getLong(3),
            row.getString(4),
            row.getLong(5),
            row.getString(6),
            row.getString(7));
  }

  private static Booked booked(ResultSet row, int at) throws SQLException {
    String outTradeNo = row.getString(at);
    return outTradeNo == null
        ? null
        : new Booked(
            outTradeNo,
            row.getString(at + 1),
            row.getString(at + 2),
            row.getLong(at + 3),
            row.getString(at + 4),
            row.getLong(at + 5));
  }

  private static InCase inCase(ResultSet row) throws SQLException {
    long id = row.getLong(26);
    return row.wasNull()
        ? null
        : new InCase(id, row.getLong(27), row.getString(28), row.getLong(29));
  }

  /** Names what the facts mean for the notice. Pure: the same facts give the same finding. */
  static Finding judge(Settling settling, Facts facts) {
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
