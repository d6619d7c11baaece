package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import jakarta.enterprise.context.ApplicationScoped;

/** {@code oncepaid.accounts.<account>.gateway=wechatpay}: WeChat Pay API v3. */
@ApplicationScoped
public class WechatpayType implements GatewayType {
  @Override
  public String name() {
    return "wechatpay";
  }

  @Override
  public Gateway open(String property, AccountConfig account) {
    AccountConfig.Wechatpay settings =
        account
            .wechatpay()
            .orElseThrow(
                () ->
                    new InvalidSetting(
                        property + ".wechatpay.mch-id", "is missing; give the merchant number"));
    return new WechatpayGateway(property + ".wechatpay", settings);
  }
}
