package io.oncepaid.gateway;

import io.smallrye.config.WithDefault;
import java.util.List;

/** {@code oncepaid.accounts.<account>.adyen.*}. */
public interface AdyenConfig {
  /** HMAC keys of the webhook, hexadecimal; the old one stays until queued messages are through. */
  List<String> hmacKeys();

  /** The merchantAccountCodes whose messages the account takes. */
  List<String> merchantAccounts();

  /** false for the test environment. */
  @WithDefault("true")
  boolean live();

  /** immediate or manual, as the merchant account is set up at Adyen. */
  @WithDefault("immediate")
  Capture capture();

  /** When an authorised payment counts as paid. */
  enum Capture {
    /** With the authorisation: the merchant account captures by itself. */
    IMMEDIATE,
    /** With the capture, which the business asks for. */
    MANUAL
  }
}
