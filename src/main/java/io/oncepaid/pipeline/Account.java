package io.oncepaid.pipeline;

import io.oncepaid.gateway.Gateway;

/**
 * A merchant's contract with one gateway.
 *
 * @param name the name in the configuration and in the callback's path
 * @param merchant the owner: the name space of out_trade_no
 * @param kind the gateway's name (alipay, wechatpay …)
 * @param gateway the adapter with this account's keys
 * @param acceptsRefusals true when the gateway is told success once a refusal's case is committed
 */
public record Account(
    String name, String merchant, String kind, Gateway gateway, boolean acceptsRefusals) {}
