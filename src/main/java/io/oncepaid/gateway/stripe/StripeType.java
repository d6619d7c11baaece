package io.oncepaid.gateway.stripe;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.gateway.Inquiry;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.Optional;

/** {@code oncepaid.accounts.<account>.gateway=stripe}. */
@ApplicationScoped
public class StripeType implements GatewayType {
  @Override
  public String name() {
    return "stripe";
  }

  @Override
  public Gateway open(String property, AccountConfig account) {
    return new StripeGateway(property + ".stripe", settings(property, account));
  }

  private static AccountConfig.Stripe settings(String property, AccountConfig account) {
    return account
        .stripe()
        .orElseThrow(
            () ->
                new InvalidSetting(
                    property + ".stripe.secrets",
                    "is missing; give the endpoint's signing secret, whsec_…"));
  }

  @Override
  public Optional<Inquiry> inquiry(String property, AccountConfig account, Clock clock) {
    AccountConfig.Stripe settings = settings(property, account);
    return settings.apiKey().map(key -> new StripeInquiry(property + ".stripe", settings, key));
  }
}
