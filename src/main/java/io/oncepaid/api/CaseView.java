package io.oncepaid.api;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * A case as people see it: what was received beside what stood here.
 *
 * @param expected a JSON object: the payment and the books when the case was opened
 */
public record CaseView(
    Long id,
    String kind,
    String status,
    String merchant,
    String outTradeNo,
    String account,
    String transactionId,
    String outRefundNo,
    Received received,
    @JsonRawValue @Schema(type = SchemaType.OBJECT) String expected,
    Instant openedAt,
    Instant closedAt,
    String resolution,
    String note,
    String closedBy) {

  /**
   * What the gateway said.
   *
   * @param kind of the notice, null when the message could not be mapped to one
   */
  public record Received(
      String kind,
      String account,
      String transactionId,
      String outRefundNo,
      String gatewayRefundId,
      Long amount,
      String currency,
      Long refundedTotal,
      Instant occurredAt,
      String source) {}

  static CaseView of(CaseRow row) {
    return new CaseView(
        row.id,
        row.kind,
        row.status,
        row.merchant,
        row.outTradeNo,
        row.account,
        row.transactionId,
        row.outRefundNo,
        new Received(
            row.notice,
            row.account,
            row.transactionId,
            row.outRefundNo,
            row.gatewayRefundId,
            row.amount,
            row.currency,
            row.runningTotal,
            row.occurredAt,
            row.source),
        row.expected,
        row.openedAt,
        row.closedAt,
        row.resolution,
        row.note,
        row.closedBy);
  }
}
