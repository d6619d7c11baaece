package io.oncepaid.reconciliation.report;

import io.oncepaid.reconciliation.repair.Repair;
import java.time.Instant;
import java.time.LocalDate;

/**
 * One finding with what was done about it.
 *
 * @param type MISSING_HERE …, or why a row is explained or waits
 * @param billAmount null where the bill has no such row
 * @param ourAmount null where the books have no such row
 * @param state OPEN, PROPOSED (a repair that waits for somebody's word), APPROVED, UNDELIVERED,
 *     BOOKED, or REFUSED with the service's verdict
 * @param verdict of the service, "" when nothing was sent
 */
public record Finding(
    String id,
    String outcome,
    String type,
    String movement,
    LocalDate firstDate,
    LocalDate expiresOn,
    String outTradeNo,
    String transactionId,
    String outRefundNo,
    Long billLine,
    Long billAmount,
    String billCurrency,
    String billStatus,
    Instant billAt,
    Long ourAmount,
    String ourCurrency,
    String ourStatus,
    Instant ourAt,
    String caseId,
    String caseKind,
    String caseStatus,
    String state,
    String verdict) {

  /**
   * What a difference has come to.
   *
   * @param what the last action, null when there was none
   * @param verdict of the service, null when nothing was sent
   */
  static String state(String type, String what, String verdict) {
    if (what == null) {
      return type.endsWith("MISSING_HERE") ? "PROPOSED" : "OPEN";
    }
    // That the answer to a repair was lost once must not show: applied and replayed are one.
    return what.equals("SENT") ? Repair.isBooked(verdict) ? "BOOKED" : "REFUSED" : what;
  }

  /** The gateway's amount, or ours where the gateway has none. */
  public long amount() {
    return billAmount != null ? billAmount : ourAmount == null ? 0 : ourAmount;
  }

  public String currency() {
    return billCurrency != null ? billCurrency : ourCurrency;
  }
}
