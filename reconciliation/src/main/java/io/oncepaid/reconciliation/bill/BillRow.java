package io.oncepaid.reconciliation.bill;

import java.time.Instant;

/**
 * One row of a bill in our words.
 *
 * @param line where it stands in the file, from 1
 * @param outTradeNo the merchant's number of the payment, "" where the bill does not name it
 * @param transactionId the gateway's id of the <em>payment</em>, also in a refund; "" where the
 *     bill names the refund only, and in OTHER
 * @param outRefundNo the merchant's number of the refund, "" for anything else
 * @param gatewayRefundId the gateway's id of the refund or dispute, "" where there is none
 * @param amount minor units, positive; signed in OTHER
 * @param currency ISO 4217
 * @param fee what the gateway kept, in minor units of feeCurrency; negative when handed back
 * @param occurredAt as the bill dates it
 */
public record BillRow(
    long line,
    Movement movement,
    String outTradeNo,
    String transactionId,
    String outRefundNo,
    String gatewayRefundId,
    long amount,
    String currency,
    long fee,
    String feeCurrency,
    RowStatus status,
    Instant occurredAt) {

  /** The number within the transaction, formed as the flow table forms it. */
  public String movementNo() {
    if (movement == Movement.PAY) {
      return "";
    }
    if (!outRefundNo.isEmpty()) {
      return outRefundNo;
    }
    return gatewayRefundId.isEmpty() ? "" : "gw:" + gatewayRefundId;
  }
}
