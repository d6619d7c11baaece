package io.oncepaid.query;

/**
 * A payment that was claimed to be asked for at one account.
 *
 * @param attempt the number of this claim, under which its outcome is written
 * @param mayClose true when an order that is still open at the gateway is to be closed there: the
 *     payment has expired, or is closed here
 */
record Question(QueryAccount account, String outTradeNo, int attempt, boolean mayClose) {}
