package io.oncepaid.outbox;

import java.time.Instant;

/**
 * One attempt to hand over an event.
 *
 * @param id of the event, the same over all attempts: what a receiver knows repeats by
 * @param outTradeNo the payment's number, the key of the order; empty where none is known
 * @param payload the exact body, UTF-8 when sent
 * @param number 1 for the first attempt
 * @param at when it began, in the database's time: a clock of ours that is off must not spoil
 *     signatures
 */
public record Attempt(
    String merchant,
    String id,
    String outTradeNo,
    String type,
    String payload,
    int number,
    Instant at) {}
