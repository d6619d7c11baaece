package io.oncepaid.simulate;

import java.time.Instant;

/**
 * One refund as the pretend gateway sees it.
 *
 * @param outRefundNo the merchant's number of the refund
 * @param amount what goes back by this refund, in minor units
 * @param total what has gone back in all, this refund included
 * @param at when
 */
public record Refund(String outRefundNo, long amount, long total, Instant at) {}
