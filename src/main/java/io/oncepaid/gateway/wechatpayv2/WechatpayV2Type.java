package io.oncepaid.gateway.wechatpayv2;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.gateway.WechatpayV2Config;
import jakarta.enterprise.context.ApplicationScoped;

/** {@code oncepaid.accounts.<account>.gateway=wechatpay-v2}: WeChat Pay before API v3. */
@ApplicationScoped
public class WechatpayV2Type implements GatewayType {
  @Override
  public String name() {
    return "wechatpay-v2";
  }

  @Override
  public Gateway open(String property, AccountConfig account) {
    WechatpayV2Config settings =
        account
            .wechatpayV2()
            .orElseThrow(
                () ->
                    new InvalidSetting(
                        property + ".wechatpay-v2.mch-id", "is missing; give the merchant number"));
    return new WechatpayV2Gateway(property + ".wechatpay-v2", settings);
  }
}
