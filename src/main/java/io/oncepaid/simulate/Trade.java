package io.oncepaid.simulate;

import java.time.Instant;

/**
 * One payment as the pretend gateway sees it.
 *
 * @param outTradeNo the merchant's number
 * @param transactionId the gateway's number
 * @param amount minor units
 * @param currency ISO 4217
 * @param subject what was bought; any text, so that charsets matter
 * @param at when it was paid, or closed; on an earlier day, so that what a receiver checks for
 *     freshness must come from the sender's clock
 */
public record Trade(
    String outTradeNo,
    String transactionId,
    long amount,
    String currency,
    String subject,
    Instant at) {

  public Trade withAmount(long other) {
    return new Trade(outTradeNo, transactionId, other, currency, subject, at);
  }

  /** The same order paid a second time. */
  public Trade withTransaction(String other) {
    return new Trade(outTradeNo, other, amount, currency, subject, at);
  }
}
