package io.oncepaid.gateway;

import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code oncepaid.accounts.<account>.standard-webhooks.*}. */
public interface StandardWebhooksConfig {
  /** whsec_…: the secrets that may have signed (v1). */
  Optional<List<String>> secrets();

  /** whpk_…: the sender's public keys (v1a). */
  Optional<List<String>> publicKeys();

  /** The beginning of the three headers' names: webhook, or svix. */
  @WithDefault("webhook")
  String headerPrefix();

  /** How far the time of sending may be from the receipt time, either way. */
  @WithDefault("300s")
  Duration tolerance();

  /** {@code field=value} that hold in every message for this account. */
  Optional<List<String>> require();

  /** The sender's own numbers of decimals, by currency, where they are not ISO 4217's. */
  Map<String, Integer> decimals();

  Map<String, EventConfig> events();
}
