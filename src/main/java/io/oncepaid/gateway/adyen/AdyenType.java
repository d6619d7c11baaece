package io.oncepaid.gateway.adyen;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.AdyenConfig;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import jakarta.enterprise.context.ApplicationScoped;

/** {@code oncepaid.accounts.<account>.gateway=adyen}. */
@ApplicationScoped
public class AdyenType implements GatewayType {
  @Override
  public String name() {
    return "adyen";
  }

  @Override
  public Gateway open(String property, AccountConfig account) {
    AdyenConfig settings =
        account
            .adyen()
            .orElseThrow(
                () ->
                    new InvalidSetting(
                        property + ".adyen.hmac-keys",
                        "is missing; give the webhook's HMAC key, hexadecimal"));
    return new AdyenGateway(property + ".adyen", settings);
  }
}
