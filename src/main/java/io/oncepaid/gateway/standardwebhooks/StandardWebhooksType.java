package io.oncepaid.gateway.standardwebhooks;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.gateway.StandardWebhooksConfig;
import jakarta.enterprise.context.ApplicationScoped;

/** {@code oncepaid.accounts.<account>.gateway=standard-webhooks}. */
@ApplicationScoped
public class StandardWebhooksType implements GatewayType {
  @Override
  public String name() {
    return "standard-webhooks";
  }

  @Override
  public Gateway open(String property, AccountConfig account) {
    StandardWebhooksConfig settings =
        account
            .standardWebhooks()
            .orElseThrow(
                () ->
                    new InvalidSetting(
                        property + ".standard-webhooks.secrets",
                        "is missing; give the endpoint's secret (whsec_…)"));
    return new StandardWebhooksGateway(property + ".standard-webhooks", settings);
  }
}
