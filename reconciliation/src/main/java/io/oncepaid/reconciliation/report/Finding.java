package io.oncepaid.reconciliation.report;

import java.time.Instant;
import java.time.LocalDate;

/**
 * One finding with what was done about it.
 *
 * @param type MISSING_HERE …, or why a row is explained or waits
 * @param billAmount null where the bill has no such row
 * @param ourAmount null where the books have no such row
 * @param state OPEN, APPROVED, UNDELIVERED, BOOKED, or REFUSED with the service's verdict
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

  /** The gateway's amount, or ours where the gateway has none. */
  public long amount() {
    return billAmount != null ? billAmount : ourAmount == null ? 0 : ourAmount;
  }

  public String currency() {
    return billCurrency != null ? billCurrency : ourCurrency;
  }
}
