package io.oncepaid.pipeline;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.AccountConfig.Refusals;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import io.quarkus.arc.All;
import io.quarkus.runtime.Startup;
import jakarta.inject.Singleton;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The configured accounts, each opened once at start. */
@Startup
@Singleton
public class Accounts {
  private final Map<String, Account> accounts = new HashMap<>();

  Accounts(OncepaidConfig config, @All List<GatewayType> types) {
    config.accounts().forEach((name, account) -> accounts.put(name, open(name, account, types)));
  }

  private static Account open(String name, AccountConfig config, List<GatewayType> types) {
    String property = "oncepaid.accounts." + name;
    GatewayType type =
        types.stream()
            .filter(candidate -> candidate.name().equals(config.gateway()))
            .findFirst()
            .orElseThrow(
                () ->
                    new GatewayType.InvalidSetting(
                        property + ".gateway",
                        "unknown gateway '"
                            + config.gateway()
                            + "'; known are "
                            + types.stream().map(GatewayType::name).sorted().toList()));
    Gateway gateway = type.open(property, config);
    boolean accepts =
        config
            .refusals()
            .map(setting -> setting == Refusals.ACCEPT)
            .orElse(gateway.punishesFailures());
    return new Account(name, config.merchant(), config.gateway(), gateway, accepts);
  }

  /** The account of that name. */
  public Optional<Account> find(String name) {
    return Optional.ofNullable(accounts.get(name));
  }

  public Collection<Account> all() {
    return accounts.values();
  }
}
