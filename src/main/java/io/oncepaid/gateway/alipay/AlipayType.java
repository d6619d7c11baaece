package io.oncepaid.gateway.alipay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import jakarta.enterprise.context.ApplicationScoped;

/** {@code oncepaid.accounts.<account>.gateway=alipay}. */
@ApplicationScoped
public class AlipayType implements GatewayType {
  @Override
  public String name() {
    return "alipay";
  }

  @Override
  public Gateway open(String property, AccountConfig account) {
    AccountConfig.Alipay settings =
        account
            .alipay()
            .orElseThrow(
                () ->
                    new InvalidSetting(
                        property + ".alipay.app-id", "is missing; give the app's id at Alipay"));
    return new AlipayGateway(property + ".alipay", settings);
  }
}
