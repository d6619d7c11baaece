package io.oncepaid.simulate.bill;

import java.time.Instant;

/**
 * Money that a pretend gateway moved, as its bill tells it.
 *
 * @param transactionId the gateway's number of the payment, also of a refund's payment
 * @param refundNo the merchant's number of the refund, "" for a payment
 * @param refundId the gateway's number of the refund, "" for a payment or where there is none
 * @param amount minor units, more than 0 for payments and refunds alike
 * @param currency ISO 4217
 * @param paidAt when it was paid
 * @param at when it was paid, or paid back
 */
public record Movement(
    String transactionId,
    String outTradeNo,
    String subject,
    String refundNo,
    String refundId,
    long amount,
    String currency,
    Instant paidAt,
    Instant at) {

  boolean isRefund() {
    return !refundNo.isEmpty();
  }
}
