package io.oncepaid.start;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.gateway.Keys;
import io.oncepaid.gateway.Placeholder;
import io.oncepaid.gateway.StandardWebhooksConfig;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Looks at the accounts: who owns them, and whether their gateway can work with their settings. */
final class AccountCheck {
  private static final int SHORTEST_SECRET = 16;
  private static final int WECHATPAY_KEY_BYTES = 32;
  private static final String WECHATPAY_REMEDY = "; copy the APIv3 key from the merchant platform";

  private final Map<String, GatewayType> gateways = new TreeMap<>();
  private final Clock clock;
  private final Problems problems;

  AccountCheck(List<GatewayType> gateways, Clock clock, Problems problems) {
    gateways.forEach(gateway -> this.gateways.put(gateway.name(), gateway));
    this.clock = clock;
    this.problems = problems;
  }

  void run(OncepaidConfig config) {
    config.accounts().forEach((name, account) -> check(name, account, config));
  }

  private void check(String name, AccountConfig account, OncepaidConfig config) {
    String property = "oncepaid.accounts." + Names.inProperty(name);
    Names.check(property, name, problems);
    if (!config.merchants().containsKey(account.merchant())) {
      problems.add(
          property + ".merchant",
          "'%s' is not configured; set oncepaid.merchants.%s.api-key"
              .formatted(account.merchant(), Names.inProperty(account.merchant())));
    }
    GatewayType gateway = gateways.get(account.gateway());
    if (gateway == null) {
      problems.add(
          property + ".gateway",
          "'%s' is unknown; use one of %s"
              .formatted(account.gateway(), String.join(", ", gateways.keySet())));
    } else if (hasRealKeys(property, account)) {
      open(gateway, property, account);
    }
  }

  private boolean hasRealKeys(String property, AccountConfig account) {
    boolean real =
        account
            .wechatpay()
            .map(
                settings -> isWechatpayKey(property + ".wechatpay.api-v3-key", settings.apiV3Key()))
            .orElse(true);
    for (Map.Entry<String, List<String>> secrets : sharedSecrets(account).entrySet()) {
      for (String secret : secrets.getValue()) {
        real &= isSecret(property + secrets.getKey(), secret);
      }
    }
    return real;
  }

  /** What both sides know, by setting; whoever guesses one can say that anything was paid. */
  private static Map<String, List<String>> sharedSecrets(AccountConfig account) {
    Map<String, List<String>> secrets = new TreeMap<>();
    account.hmac().ifPresent(hmac -> secrets.put(".hmac.secrets", hmac.secrets()));
    account.wechatpayV2().ifPresent(v2 -> secrets.put(".wechatpay-v2.keys", v2.keys()));
    account
        .standardWebhooks()
        .flatMap(StandardWebhooksConfig::secrets)
        .ifPresent(given -> secrets.put(".standard-webhooks.secrets", given));
    return secrets;
  }

  private boolean isSecret(String property, String secret) {
    String text;
    try {
      text = new Keys().text(property, secret);
    } catch (GatewayType.InvalidSetting e) {
      // The gateway will say it again.
      return true;
    }
    if (Placeholder.is(text)) {
      problems.add(property, "is a placeholder; copy the secret from the gateway");
      return false;
    }
    if (text.length() < SHORTEST_SECRET) {
      problems.add(property, "has fewer than 16 characters; have the gateway use a longer one");
      return false;
    }
    return true;
  }

  private boolean isWechatpayKey(String property, String key) {
    if (key.startsWith("file:")) {
      return true;
    }
    if (key.getBytes(StandardCharsets.UTF_8).length != WECHATPAY_KEY_BYTES) {
      problems.add(property, "is not 32 bytes long" + WECHATPAY_REMEDY);
      return false;
    }
    if (Placeholder.is(key)) {
      problems.add(property, "is a placeholder" + WECHATPAY_REMEDY);
      return false;
    }
    return true;
  }

  private void open(GatewayType gateway, String property, AccountConfig account) {
    try {
      gateway.open(property, account);
      gateway.inquiry(property, account, clock);
    } catch (GatewayType.InvalidSetting e) {
      problems.add(e.getMessage());
    }
  }
}
