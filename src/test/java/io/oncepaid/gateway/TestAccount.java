package io.oncepaid.gateway;

import io.oncepaid.OncepaidConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** An account as it comes from configuration. */
public record TestAccount(String gateway, Optional<Alipay> alipay, Optional<Wechatpay> wechatpay)
    implements AccountConfig {
  public static final String PROPERTY = "oncepaid.accounts.test";

  public static TestAccount of(Alipay alipay) {
    return new TestAccount("alipay", Optional.of(alipay), Optional.empty());
  }

  public static TestAccount of(Wechatpay wechatpay) {
    return new TestAccount("wechatpay", Optional.empty(), Optional.of(wechatpay));
  }

  @Override
  public Optional<WechatpayV2Config> wechatpayV2() {
    return Optional.empty();
  }

  @Override
  public Optional<StandardWebhooksConfig> standardWebhooks() {
    return Optional.empty();
  }

  @Override
  public Optional<HmacConfig> hmac() {
    return Optional.empty();
  }

  /**
   * An account as the service reads it from its settings: with defaults, and refusing names that it
   * does not know.
   *
   * @param settings by what stands behind the account's name, as {@code stripe.secrets}
   */
  public static AccountConfig configured(String gateway, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>();
    all.put(PROPERTY + ".merchant", "m1");
    all.put(PROPERTY + ".gateway", gateway);
    settings.forEach((name, value) -> all.put(PROPERTY + '.' + name, value));
    return new SmallRyeConfigBuilder()
        .addDiscoveredConverters()
        .withMapping(OncepaidConfig.class)
        .withSources(new PropertiesConfigSource(all, "test", 100))
        .build()
        .getConfigMapping(OncepaidConfig.class)
        .accounts()
        .get("test");
  }

  /** A setting's value that is a list: what would separate its elements is escaped. */
  public static String list(List<String> values) {
    return values.stream()
        .map(value -> value.replace("\\", "\\\\").replace(",", "\\,"))
        .collect(Collectors.joining(","));
  }

  @Override
  public String merchant() {
    return "m1";
  }

  @Override
  public Optional<Stripe> stripe() {
    return Optional.empty();
  }

  @Override
  public Optional<AdyenConfig> adyen() {
    return Optional.empty();
  }

  @Override
  public Optional<UnionpayConfig> unionpay() {
    return Optional.empty();
  }

  @Override
  public Optional<PaypalConfig> paypal() {
    return Optional.empty();
  }

  @Override
  public Optional<Refusals> refusals() {
    return Optional.empty();
  }

  @Override
  public Query query() {
    return configured(gateway, Map.of()).query();
  }

  /** Settings of an Alipay account; empty lists stand for settings that are not given. */
  public record TestAlipay(
      String appId,
      Optional<String> sellerId,
      List<String> keys,
      List<String> chains,
      List<String> roots,
      List<String> signTypes,
      String defaultCharset)
      implements Alipay {
    public static TestAlipay of(String appId, String sellerId, String... keys) {
      return new TestAlipay(
          appId,
          Optional.ofNullable(sellerId),
          List.of(keys),
          List.of(),
          List.of(),
          List.of("RSA2"),
          "UTF-8");
    }

    public TestAlipay withChains(List<String> given, List<String> trusted) {
      return new TestAlipay(appId, sellerId, keys, given, trusted, signTypes, defaultCharset);
    }

    public TestAlipay withSignTypes(String... types) {
      return new TestAlipay(appId, sellerId, keys, chains, roots, List.of(types), defaultCharset);
    }

    public TestAlipay withDefaultCharset(String charset) {
      return new TestAlipay(appId, sellerId, keys, chains, roots, signTypes, charset);
    }

    @Override
    public Optional<List<String>> publicKeys() {
      return given(keys);
    }

    @Override
    public Optional<List<String>> certificates() {
      return given(chains);
    }

    @Override
    public Optional<List<String>> rootCertificates() {
      return given(roots);
    }

    @Override
    public Optional<String> privateKey() {
      return Optional.empty();
    }

    @Override
    public Optional<String> appCertificate() {
      return Optional.empty();
    }

    @Override
    public String gatewayUrl() {
      return "";
    }
  }

  /** Settings of a WeChat Pay account; empty lists stand for settings that are not given. */
  public record TestWechatpay(
      String mchId,
      List<String> subMerchants,
      List<String> apps,
      String apiV3Key,
      Map<String, String> publicKeys,
      List<String> platform,
      Duration tolerance,
      List<String> signatureTypes)
      implements Wechatpay {
    public static TestWechatpay of(String mchId, String apiV3Key, Map<String, String> publicKeys) {
      return new TestWechatpay(
          mchId,
          List.of(),
          List.of(),
          apiV3Key,
          publicKeys,
          List.of(),
          Duration.ofSeconds(300),
          List.of("RSA"));
    }

    public TestWechatpay withSubMerchants(String... ids) {
      return new TestWechatpay(
          mchId, List.of(ids), apps, apiV3Key, publicKeys, platform, tolerance, signatureTypes);
    }

    public TestWechatpay withApps(String... ids) {
      return new TestWechatpay(
          mchId,
          subMerchants,
          List.of(ids),
          apiV3Key,
          publicKeys,
          platform,
          tolerance,
          signatureTypes);
    }

    public TestWechatpay withCertificates(String... pem) {
      return new TestWechatpay(
          mchId, subMerchants, apps, apiV3Key, publicKeys, List.of(pem), tolerance, signatureTypes);
    }

    public TestWechatpay withSignatureTypes(String... types) {
      return new TestWechatpay(
          mchId, subMerchants, apps, apiV3Key, publicKeys, platform, tolerance, List.of(types));
    }

    @Override
    public Optional<String> privateKey() {
      return Optional.empty();
    }

    @Override
    public Optional<String> serial() {
      return Optional.empty();
    }

    @Override
    public boolean partner() {
      return false;
    }

    @Override
    public String baseUrl() {
      return "";
    }

    @Override
    public Optional<List<String>> subMchIds() {
      return given(subMerchants);
    }

    @Override
    public Optional<List<String>> appIds() {
      return given(apps);
    }

    @Override
    public Optional<List<String>> certificates() {
      return given(platform);
    }
  }

  private static Optional<List<String>> given(List<String> list) {
    return list.isEmpty() ? Optional.empty() : Optional.of(list);
  }
}
