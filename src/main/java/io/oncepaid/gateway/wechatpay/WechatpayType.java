package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.gateway.Inquiry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;

/** {@code oncepaid.accounts.<account>.gateway=wechatpay}: WeChat Pay API v3. */
@ApplicationScoped
public class WechatpayType implements GatewayType {
  @Override
  public String name() {
    return "wechatpay";
  }

  @Override
  public Gateway open(String property, AccountConfig account) {
    return new WechatpayGateway(property + ".wechatpay", settings(property, account));
  }

  private static AccountConfig.Wechatpay settings(String property, AccountConfig account) {
    return account
        .wechatpay()
        .orElseThrow(
            () ->
                new InvalidSetting(
                    property + ".wechatpay.mch-id", "is missing; give the merchant number"));
  }

  @Override
  public Optional<Inquiry> inquiry(String property, AccountConfig account, Clock clock) {
    AccountConfig.Wechatpay settings = settings(property, account);
    return settings
        .privateKey()
        .map(key -> new WechatpayInquiry(property + ".wechatpay", settings, key, clock));
  }
}
