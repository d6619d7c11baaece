package io.oncepaid.gateway.hmac;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.gateway.HmacConfig;
import jakarta.enterprise.context.ApplicationScoped;

/** {@code oncepaid.accounts.<account>.gateway=hmac}: Square, Razorpay, Paystack, Checkout.com … */
@ApplicationScoped
public class HmacType implements GatewayType {
  @Override
  public String name() {
    return "hmac";
  }

  @Override
  public Gateway open(String property, AccountConfig account) {
    HmacConfig settings =
        account
            .hmac()
            .orElseThrow(
                () -> new InvalidSetting(property + ".hmac.secrets", "is missing; give a secret"));
    return new HmacGateway(property + ".hmac", settings);
  }
}
