package io.oncepaid.reconciliation;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The accounts of the service, with reconciliation's settings for them. */
@ApplicationScoped
public class Accounts {
  private final SharedConfig shared;
  private final ReconciliationConfig config;

  Accounts(SharedConfig shared, ReconciliationConfig config) {
    this.shared = shared;
    this.config = config;
  }

  /** All names, in order. */
  public List<String> names() {
    return shared.accounts().keySet().stream().sorted().toList();
  }

  /** The merchant's accounts. */
  public List<String> of(String merchant) {
    return names().stream()
        .filter(name -> shared.accounts().get(name).merchant().equals(merchant))
        .toList();
  }

  /**
   * The settings of an account.
   *
   * @throws CannotRun when there is no such account
   */
  public AccountSettings get(String name) {
    SharedConfig.Account account = shared.accounts().get(name);
    if (account == null) {
      throw new CannotRun(
          "no account " + name + "; oncepaid.accounts has " + String.join(", ", names()));
    }
    Optional<ReconciliationConfig.Account> own = Optional.ofNullable(config.accounts().get(name));
    return new AccountSettings(
        name,
        account.merchant(),
        account.gateway(),
        own.flatMap(ReconciliationConfig.Account::zone)
            .map(text -> parsed(name + ".zone", () -> ZoneId.of(text)))
            .orElse(zone(account.gateway())),
        own.flatMap(ReconciliationConfig.Account::cutOff)
            .map(text -> parsed(name + ".cut-off", () -> LocalTime.parse(text)))
            .orElse(LocalTime.MIDNIGHT),
        own.flatMap(ReconciliationConfig.Account::owners)
            .<Set<String>>map(TreeSet::new)
            .orElse(owners(account)),
        own.flatMap(ReconciliationConfig.Account::automaticBelow).orElse(config.automaticBelow()),
        own.flatMap(ReconciliationConfig.Account::nearCutOff).orElse(config.nearCutOff()),
        own.flatMap(ReconciliationConfig.Account::waitDays).orElse(config.waitDays()),
        own.flatMap(ReconciliationConfig.Account::longWaitDays).orElse(config.longWaitDays()));
  }

  private static <T> T parsed(String setting, Supplier<T> parser) {
    try {
      return parser.get();
    } catch (DateTimeException e) {
      throw new CannotRun("reconciliation.accounts." + setting + ": " + e.getMessage());
    }
  }

  /** The zone in which the gateway counts its days. */
  private static ZoneId zone(String gateway) {
    return switch (gateway) {
      case "alipay", "wechatpay", "wechatpay-v2", "unionpay" -> ZoneId.of("Asia/Shanghai");
      case "adyen" -> ZoneId.of("Europe/Amsterdam");
      case "paypal" -> ZoneId.of("America/Los_Angeles");
      default -> ZoneId.of("UTC");
    };
  }

  private static Set<String> owners(SharedConfig.Account account) {
    Set<String> owners = new TreeSet<>();
    account.alipay().flatMap(SharedConfig.Alipay::sellerId).ifPresent(owners::add);
    account.wechatpay().flatMap(SharedConfig.Wechatpay::mchId).ifPresent(owners::add);
    account.wechatpay().flatMap(SharedConfig.Wechatpay::subMchIds).ifPresent(owners::addAll);
    account.wechatpayV2().flatMap(SharedConfig.WechatpayV2::mchId).ifPresent(owners::add);
    account.unionpay().flatMap(SharedConfig.Unionpay::merId).ifPresent(owners::add);
    account.adyen().flatMap(SharedConfig.Adyen::merchantAccounts).ifPresent(owners::addAll);
    return owners;
  }
}
