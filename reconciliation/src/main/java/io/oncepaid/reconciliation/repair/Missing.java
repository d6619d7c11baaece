package io.oncepaid.reconciliation.repair;

import java.time.Instant;

/**
 * A movement that the gateway has and the books have not.
 *
 * @param finding the difference's id
 * @param outRefundNo the merchant's number, "" where the bill knows the gateway's id only
 * @param evidence where it stands: the bill's hash and line
 */
public record Missing(
    String finding,
    String account,
    boolean refund,
    String outTradeNo,
    String transactionId,
    String outRefundNo,
    String gatewayRefundId,
    long amount,
    String currency,
    Instant occurredAt,
    String evidence) {}
