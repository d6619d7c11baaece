package io.oncepaid.reconciliation.download;

import io.oncepaid.reconciliation.CannotRun;
import io.oncepaid.reconciliation.ReconciliationConfig;
import io.oncepaid.reconciliation.SharedConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Finds where an account's bills come from. */
@ApplicationScoped
public class BillSources {
  /** Gateways that are only a way to sign callbacks. */
  private static final Set<String> WITHOUT_BILLS = Set.of("standard-webhooks", "hmac");

  private static final Duration STRIPE_PAUSE = Duration.ofSeconds(5);

  private final ReconciliationConfig config;
  private final SharedConfig shared;
  private final Http http;
  private final Clock clock;

  BillSources(ReconciliationConfig config, SharedConfig shared, Http http, Clock clock) {
    this.config = config;
    this.shared = shared;
    this.http = http;
    this.clock = clock;
  }

  /** False where no bill is to be expected: the gateway has none, and no folder was named. */
  public boolean has(String account) {
    ReconciliationConfig.Account own = config.accounts().get(account);
    return own != null && own.dropFolder().isPresent()
        || !WITHOUT_BILLS.contains(shared.accounts().get(account).gateway());
  }

  /**
   * The source of an account: its own drop folder, the gateway's download where there is a key for
   * it, or the drop folder of all accounts.
   *
   * @throws CannotRun when none is configured
   */
  public BillSource of(String account) {
    String prefix = "reconciliation.accounts." + account;
    Optional<ReconciliationConfig.Account> own =
        Optional.ofNullable(config.accounts().get(account));
    Optional<String> folder = own.flatMap(ReconciliationConfig.Account::dropFolder);
    if (folder.isPresent()) {
      return new DropFolder(Path.of(folder.get()), clock);
    }
    Optional<BillSource> download =
        download(
            shared.accounts().get(account),
            own.flatMap(ReconciliationConfig.Account::download),
            prefix + ".download");
    if (download.isPresent()) {
      return download.get();
    }
    return config
        .dropFolder()
        .map(all -> new DropFolder(Path.of(all, account), clock))
        .orElseThrow(
            () ->
                new CannotRun(
                    "no bill: give --bill, or set %s.drop-folder or %s.download.*"
                        .formatted(prefix, prefix)));
  }

  private Optional<BillSource> download(
      SharedConfig.Account account, Optional<ReconciliationConfig.Download> own, String prefix) {
    Optional<String> url = own.flatMap(ReconciliationConfig.Download::url);
    Optional<String> ownKey = own.flatMap(ReconciliationConfig.Download::privateKey);
    return switch (account.gateway()) {
      case "alipay" ->
          ownKey
              .or(() -> account.alipay().flatMap(SharedConfig.Alipay::privateKey))
              .map(key -> alipay(account, url, new Signer(key, prefix + ".private-key")));
      case "wechatpay" ->
          ownKey
              .or(() -> account.wechatpay().flatMap(SharedConfig.Wechatpay::privateKey))
              .map(
                  key ->
                      wechatpay(
                          account,
                          url,
                          own.flatMap(ReconciliationConfig.Download::serialNo)
                              .or(() -> account.wechatpay().flatMap(SharedConfig.Wechatpay::serial))
                              .orElseThrow(() -> unset(prefix + ".serial-no")),
                          new Signer(key, prefix + ".private-key")));
      case "stripe" ->
          own.flatMap(ReconciliationConfig.Download::apiKey)
              .or(() -> account.stripe().flatMap(SharedConfig.Stripe::apiKey))
              .map(
                  key ->
                      new StripeDownload(
                          http,
                          clock,
                          url.orElse("https://api.stripe.com"),
                          key,
                          own.flatMap(ReconciliationConfig.Download::pause).orElse(STRIPE_PAUSE)));
      default -> Optional.empty();
    };
  }

  private BillSource alipay(SharedConfig.Account account, Optional<String> url, Signer signer) {
    return new AlipayDownload(
        http,
        clock,
        url.orElse("https://openapi.alipay.com/gateway.do"),
        account
            .alipay()
            .flatMap(SharedConfig.Alipay::appId)
            .orElseThrow(() -> unset("alipay.app-id")),
        signer);
  }

  private BillSource wechatpay(
      SharedConfig.Account account, Optional<String> url, String serial, Signer signer) {
    return new WechatpayDownload(
        http,
        clock,
        url.orElse("https://api.mch.weixin.qq.com"),
        account
            .wechatpay()
            .flatMap(SharedConfig.Wechatpay::mchId)
            .orElseThrow(() -> unset("wechatpay.mch-id")),
        serial,
        signer);
  }

  private static CannotRun unset(String setting) {
    return new CannotRun(setting + " is not set");
  }
}
