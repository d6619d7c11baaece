package io.oncepaid.gateway.stripe;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import jakarta.enterprise.context.ApplicationScoped;

/** {@code oncepaid.accounts.<account>.gateway=stripe}. */
@ApplicationScoped
public class StripeType implements GatewayType {
  @Override
  public String name() {
    return "stripe";
  }

  @Override
  public Gateway open(String property, AccountConfig account) {
    AccountConfig.Stripe settings =
        account
            .stripe()
            .orElseThrow(
                () ->
                    new InvalidSetting(
                        property + ".stripe.secrets",
                        "is missing; give the endpoint's signing secret, whsec_…"));
    return new StripeGateway(property + ".stripe", settings);
  }
}
