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

  /** False where there cannot be a bill, unless somebody says where it comes from. */
  public boolean has(String account) {
    ReconciliationConfig.Account own = config.accounts().get(account);
    return own != null && own.dropFolder().isPresent()
        || !WITHOUT_BILLS.contains(shared.accounts().get(account).gateway());
  }

  /**
   * The source of an account: its own drop folder, the gateway's download, or the drop folder of
   * all accounts.
   *
   * @throws CannotRun when none is configured
   */
  public BillSource of(String account) {
    String prefix = "reconciliation.accounts." + account;
    ReconciliationConfig.Account own = config.accounts().get(account);
    if (own != null && own.dropFolder().isPresent()) {
      return new DropFolder(Path.of(own.dropFolder().get()), clock);
    }
    Optional<ReconciliationConfig.Download> download =
        Optional.ofNullable(own).flatMap(ReconciliationConfig.Account::download);
    if (download.isEmpty() && config.dropFolder().isPresent()) {
      return new DropFolder(Path.of(config.dropFolder().get(), account), clock);
    }
    if (download.isEmpty()) {
      throw new CannotRun(
          "no bill: give --bill, or set " + prefix + ".drop-folder or " + prefix + ".download.*");
    }
    return download(shared.accounts().get(account), download.get(), prefix + ".download");
  }

  private BillSource download(
      SharedConfig.Account account, ReconciliationConfig.Download settings, String prefix) {
    Optional<String> url = settings.url();
    return switch (account.gateway()) {
      case "alipay" ->
          new AlipayDownload(
              http,
              clock,
              url.orElse("https://openapi.alipay.com/gateway.do"),
              account
                  .alipay()
                  .flatMap(SharedConfig.Alipay::appId)
                  .orElseThrow(() -> new CannotRun("alipay.app-id is not set")),
              signer(settings, prefix));
      case "wechatpay" ->
          new WechatpayDownload(
              http,
              clock,
              url.orElse("https://api.mch.weixin.qq.com"),
              account
                  .wechatpay()
                  .flatMap(SharedConfig.Wechatpay::mchId)
                  .orElseThrow(() -> new CannotRun("wechatpay.mch-id is not set")),
              needed(settings.serialNo(), prefix + ".serial-no"),
              signer(settings, prefix));
      case "stripe" ->
          new StripeDownload(
              http,
              clock,
              url.orElse("https://api.stripe.com"),
              needed(settings.apiKey(), prefix + ".api-key"),
              settings.pause().orElse(STRIPE_PAUSE));
      default ->
          throw new CannotRun(
              "bills of " + account.gateway() + " are not downloaded: use a drop-folder");
    };
  }

  private static Signer signer(ReconciliationConfig.Download settings, String prefix) {
    String setting = prefix + ".private-key";
    return new Signer(needed(settings.privateKey(), setting), setting);
  }

  private static String needed(Optional<String> value, String setting) {
    return value.orElseThrow(() -> new CannotRun(setting + " is not set"));
  }
}
