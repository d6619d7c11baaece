package io.oncepaid.gateway;

import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code oncepaid.accounts.<account>.paypal.*}. */
public interface PaypalConfig {
  /** The id of the webhook, which is part of what is signed. */
  String webhookId();

  /** true takes the sandbox's messages, and only these. */
  @WithDefault("false")
  boolean sandbox();

  /** Where the out_trade_no is: invoice_id or custom_id. */
  @WithDefault("invoice_id")
  String orderField();

  /** What PayPal's certificates must chain to; the default is DigiCert's roots of the JDK. */
  Optional<List<String>> rootCertificates();

  /**
   * Certificates by their address, for a service that may not fetch them; chain and holder are
   * judged all the same. An address that is not here is fetched from PayPal.
   */
  Map<String, String> certificates();
}
