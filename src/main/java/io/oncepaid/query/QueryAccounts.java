package io.oncepaid.query;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.GatewayType;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jboss.logging.Logger;

/** Who can be asked, and for each merchant all accounts at which it may be paid. */
@Singleton
class QueryAccounts {
  private static final Logger LOG = Logger.getLogger(QueryAccounts.class);

  private final List<QueryAccount> asked = new ArrayList<>();
  private final Map<String, List<String>> ofMerchant = new TreeMap<>();

  QueryAccounts(OncepaidConfig config, @All List<GatewayType> types, Clock clock) {
    config
        .accounts()
        .forEach(
            (name, account) -> {
              ofMerchant.computeIfAbsent(account.merchant(), first -> new ArrayList<>()).add(name);
              if (account.query().enabled()) {
                inquiry(name, account, config.query(), types, clock).ifPresent(asked::add);
              }
            });
    noteUnaskable();
  }

  private static Optional<QueryAccount> inquiry(
      String name,
      AccountConfig account,
      OncepaidConfig.Query defaults,
      List<GatewayType> types,
      Clock clock) {
    int rate = account.query().rate().orElse(defaults.rate());
    return types.stream()
        .filter(type -> type.name().equals(account.gateway()))
        .findFirst()
        .flatMap(type -> type.inquiry("oncepaid.accounts." + name, account, clock))
        .map(
            inquiry ->
                new QueryAccount(
                    account.merchant(),
                    name,
                    account.gateway(),
                    inquiry,
                    account.query().age().orElse(defaults.age()),
                    later(defaults.grace(), inquiry.blindFor()),
                    Duration.ofSeconds(1).dividedBy(rate)));
  }

  private static Duration later(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  /** Else an operator would wonder why expired payments stay. */
  private void noteUnaskable() {
    List<String> names = asked.stream().map(QueryAccount::name).toList();
    asked.stream()
        .map(QueryAccount::merchant)
        .distinct()
        .forEach(
            merchant -> {
              List<String> mute = new ArrayList<>(ofMerchant.get(merchant));
              mute.removeAll(names);
              if (!mute.isEmpty()) {
                LOG.infof(
                    "merchant %s: %s cannot be asked; expired payments that may be paid there are"
                        + " not closed here",
                    merchant, mute);
              }
            });
  }

  /** Those that can be asked. */
  List<QueryAccount> asked() {
    return asked;
  }

  /** All accounts of a merchant, also those that cannot be asked. */
  List<String> ofMerchant(String merchant) {
    return ofMerchant.getOrDefault(merchant, List.of());
  }
}
