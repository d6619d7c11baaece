package io.oncepaid.gateway.unionpay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.gateway.UnionpayConfig;
import jakarta.enterprise.context.ApplicationScoped;

/** {@code oncepaid.accounts.<account>.gateway=unionpay}. */
@ApplicationScoped
public class UnionpayType implements GatewayType {
  @Override
  public String name() {
    return "unionpay";
  }

  @Override
  public Gateway open(String property, AccountConfig account) {
    UnionpayConfig settings =
        account
            .unionpay()
            .orElseThrow(
                () ->
                    new InvalidSetting(
                        property + ".unionpay.mer-id", "is missing; give the merchant number"));
    return new UnionpayGateway(property + ".unionpay", settings);
  }
}
