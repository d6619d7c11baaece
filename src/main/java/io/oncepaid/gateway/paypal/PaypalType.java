package io.oncepaid.gateway.paypal;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.gateway.PaypalConfig;
import jakarta.enterprise.context.ApplicationScoped;

/** {@code oncepaid.accounts.<account>.gateway=paypal}. */
@ApplicationScoped
public class PaypalType implements GatewayType {
  private final CertificateFetch fetch;

  /**
   * @param fetch how certificates are got; asked only for addresses of PayPal's
   */
  public PaypalType(CertificateFetch fetch) {
    this.fetch = fetch;
  }

  @Override
  public String name() {
    return "paypal";
  }

  @Override
  public Gateway open(String property, AccountConfig account) {
    PaypalConfig settings =
        account
            .paypal()
            .orElseThrow(
                () ->
                    new InvalidSetting(
                        property + ".paypal.webhook-id", "is missing; give the webhook's id"));
    return new PaypalGateway(property + ".paypal", settings, fetch);
  }
}
