package io.oncepaid.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.oncepaid.CannotStart;
import io.oncepaid.OncepaidConfig;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.gateway.alipay.AlipayType;
import io.oncepaid.gateway.hmac.HmacType;
import io.oncepaid.gateway.standardwebhooks.StandardWebhooksType;
import io.oncepaid.gateway.wechatpay.WechatpayType;
import io.oncepaid.gateway.wechatpayv2.WechatpayV2Type;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each mistake, in settings that are good otherwise, is one line that names the property. */
class ConfigCheckTest {
  private static final List<GatewayType> GATEWAYS =
      List.of(
          new AlipayType(),
          new WechatpayType(),
          new HmacType(),
          new StandardWebhooksType(),
          new WechatpayV2Type());
  private static final String PUBLIC_KEY = publicKey();
  private static final String ABSENT = "<absent>";

  private static Map<String, String> good() {
    Map<String, String> settings = new HashMap<>();
    settings.put("oncepaid.operator.api-key", "kIr7Jx2Pq9mWv4Zt8Lr3Nc6Yb5");
    settings.put("oncepaid.merchants.shop.api-key", "q2Tn8Hs5Vd1Gk7Rw4Bz9Xm3Fp6");
    settings.put("oncepaid.merchants.shop.notify-url", "https://shop.test/events");
    settings.put("oncepaid.merchants.shop.notify-secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    settings.put("oncepaid.merchants.\"b.2\".api-key", "z5Cw9Ly3Ek8Nj2Ua7Qo4Is6Td1");
    settings.put("oncepaid.merchants.\"b.2\".notify-topic", "b2-events");
    settings.put("oncepaid.messages.enabled", "true");
    settings.put("kafka.bootstrap.servers", "kafka.test:9092");
    settings.put("oncepaid.accounts.ali.merchant", "shop");
    settings.put("oncepaid.accounts.ali.gateway", "alipay");
    settings.put("oncepaid.accounts.ali.alipay.app-id", "2021000000000000");
    settings.put("oncepaid.accounts.ali.alipay.public-keys", PUBLIC_KEY);
    settings.put("oncepaid.accounts.wx.merchant", "b.2");
    settings.put("oncepaid.accounts.wx.gateway", "wechatpay");
    settings.put("oncepaid.accounts.wx.wechatpay.mch-id", "1900000001");
    settings.put("oncepaid.accounts.wx.wechatpay.api-v3-key", "0123456789abcdef0123456789abcdef");
    settings.put("oncepaid.accounts.wx.wechatpay.public-keys.PUB_KEY_ID_1", PUBLIC_KEY);
    settings.put("oncepaid.accounts.hm.merchant", "shop");
    settings.put("oncepaid.accounts.hm.gateway", "hmac");
    settings.put("oncepaid.accounts.hm.hmac.secrets", "d7Wq3Nf9Kz5Vb1Xt8Lm4Rc6Yp2");
    settings.put("oncepaid.accounts.hm.hmac.header", "x-signature");
    putPaid(settings, "oncepaid.accounts.hm.hmac");
    settings.put("oncepaid.accounts.w2.merchant", "shop");
    settings.put("oncepaid.accounts.w2.gateway", "wechatpay-v2");
    settings.put("oncepaid.accounts.w2.wechatpay-v2.mch-id", "1900000001");
    settings.put("oncepaid.accounts.w2.wechatpay-v2.keys", "Kq3vT8yLw2ZpR6nBs9DfHj4MxCgQe7Ua");
    settings.put("oncepaid.accounts.sw.merchant", "shop");
    settings.put("oncepaid.accounts.sw.gateway", "standard-webhooks");
    settings.put(
        "oncepaid.accounts.sw.standard-webhooks.secrets", "whsec_zSxss+el8umFKf9zase15LqmpRawPVjZ");
    putPaid(settings, "oncepaid.accounts.sw.standard-webhooks");
    return settings;
  }

  private static void putPaid(Map<String, String> settings, String property) {
    settings.put(property + ".events.paid.when", "type=paid");
    settings.put(property + ".events.paid.kind", "paid");
    settings.put(property + ".events.paid.out-trade-no", "order");
    settings.put(property + ".events.paid.transaction-id", "id");
    settings.put(property + ".events.paid.amount", "amount");
    settings.put(property + ".events.paid.currency", "=CNY");
  }

  private static void check(Map<String, String> settings) {
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(OncepaidConfig.class)
            .withSources(new PropertiesConfigSource(settings, "test", 100))
            .build();
    new ConfigCheck(
            config.getConfigMapping(OncepaidConfig.class), config, GATEWAYS, Clock.systemUTC())
        .run();
  }

  @Test
  void good_settings_pass() {
    assertThatCode(() -> check(good())).doesNotThrowAnyException();
  }

  @Test
  void no_settings_pass_too() {
    assertThatCode(() -> check(Map.of())).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          oncepaid.operator.api-key                       | ''                         | is empty
          oncepaid.operator.api-key                       | '  '                       | is empty
          oncepaid.operator.api-key                       | changeme                   | is a placeholder
          oncepaid.operator.api-key                       | k7Jx2Pq9mWv4Zt8            | fewer than 16
          oncepaid.operator.api-key                       | q2Tn8Hs5Vd1Gk7Rw4Bz9Xm3Fp6 | is the same key as
          oncepaid.merchants.shop.api-key                 | ''                         | is empty
          oncepaid.merchants.shop.api-key                 | <absent>                   | is missing
          oncepaid.merchants.shop.api-key                 | z5Cw9Ly3Ek8Nj2Ua7Qo4Is6Td1 | is the same key as
          oncepaid.merchants."b.2".api-key                | your-key                   | is a placeholder
          oncepaid.merchants.shop.notify-url              | shop.test/events           | is not an address
          oncepaid.merchants.shop.notify-url              | ftp://shop.test/events     | is not an address
          oncepaid.merchants.shop.notify-url              | https://127.1/             | is not an address
          oncepaid.merchants.shop.notify-url              | https://me@shop.test/      | carries a user's name
          oncepaid.outbox.timeout                         | 10ms                       | use 100 to 60000
          oncepaid.outbox.listen-url                      | localhost:5432             | is no JDBC URL
          oncepaid.merchants.shop.notify-secret           | ''                         | is empty
          oncepaid.merchants.shop.notify-secret           | <absent>                   | is missing
          oncepaid.merchants.shop.notify-secret           | whsec_xxxxxxxxxxxxxxxxxxxx | is a placeholder
          oncepaid.merchants.shop.notify-secret           | whsec_MfKQ9r8GKYqrTw==     | 24 to 64 bytes
          oncepaid.merchants.shop.notify-secret           | MfKQ9r8GKYqrTwjUPD8ILPZIo2 | 24 to 64 bytes
          oncepaid.accounts.ali.merchant                  | nobody                     | oncepaid.merchants.nobody.api-key
          oncepaid.accounts.ali.gateway                   | alipai                     | use one of alipay, hmac
          oncepaid.accounts.ali.gateway                   | wechatpay                  | is missing
          oncepaid.accounts.wx.wechatpay.api-v3-key       | 0123456789abcdef           | is not 32 bytes
          oncepaid.accounts.wx.wechatpay.api-v3-key       | your-32-byte-wechatpay-apiv3-key | is a placeholder
          oncepaid.accounts.hm.hmac.secrets               | changeme                   | is a placeholder
          oncepaid.accounts.hm.hmac.secrets               | d7Wq3Nf9Kz5Vb1X            | fewer than 16
          oncepaid.accounts.hm.hmac.signed                | url,body                   | hmac.url: is missing
          oncepaid.accounts.w2.wechatpay-v2.keys          | xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx | is a placeholder
          oncepaid.accounts.w2.wechatpay-v2.keys          | d7Wq3Nf9Kz5Vb1Xt8Lm4Rc6Yp2 | of exactly 32
          oncepaid.accounts.sw.standard-webhooks.secrets  | whsec_xxxxxxxxxxxxxxxxxxxx | is a placeholder
          oncepaid.accounts.sw.standard-webhooks.secrets  | whpk_d7Wq3Nf9Kz5Vb1Xt8Lm4R | is not whsec_
          oncepaid.database.start-wait                    | 2h                         | use 0 to 3600
          oncepaid.settlement.writers                     | 0                          | use 1 to 16
          oncepaid.settlement.group-limit                 | 5000                       | use 1 to 1024
          oncepaid.settlement.queue-limit                 | 10                         | use 64 to 1000000
          oncepaid.settlement.deadline                    | 10ms                       | use 100 to 60000
          oncepaid.idempotency.wait                       | 1m                         | use 10 to 30000
          oncepaid.idempotency.derived-key-window         | 25h                        | use 1 to 86400
          oncepaid.orders.same-content-window             | 0s                         | use 1 to 2592000
          oncepaid.orders.submit-token-lifetime           | 2d                         | use 1 to 86400
          kafka.bootstrap.servers                         | <absent>                   | oncepaid.messages.enabled needs it
          oncepaid.messages.topic                         | payment results            | must be 1 to 249
          oncepaid.messages.dead-letter-topic             | payment-results            | is the topic that is consumed
          oncepaid.messages.group                         | '  '                       | is empty
          oncepaid.merchants."b.2".notify-topic           | ''                         | is empty
          oncepaid.merchants."b.2".notify-topic           | ..                         | must be 1 to 249
          oncepaid.merchants."b.2".notify-topic           | payment-results            | is the topic that is consumed
          oncepaid.merchants.shop.notify-topic            | shop-events                | stands beside notify-url
          """)
  void a_mistake_is_one_line(String property, String value, String problem) {
    Map<String, String> settings = good();
    if (value.equals(ABSENT)) {
      settings.remove(property);
    } else {
      settings.put(property, value);
    }
    assertThat(lines(settings))
        .singleElement()
        .asString()
        .contains(property.substring(0, property.lastIndexOf('.')))
        .contains(problem)
        .doesNotContain(value.isBlank() || value.length() < 16 ? "\n" : value);
  }

  @Test
  void names_are_ascii_and_fit_a_url() {
    Map<String, String> settings = good();
    settings.put("oncepaid.merchants.\"a b\".api-key", "j8Mf3Zr6Wc1Pv9Kx4Gh7Sn2Bd5");
    settings.put("oncepaid.merchants.支付.api-key", "h4Rk8Vb2Tq6Ym1Cj9Lz5Wp3Xg7");
    assertThat(lines(settings)).hasSize(2).allMatch(line -> line.contains("the name must be"));
  }

  @Test
  void every_mistake_is_told_at_once() {
    Map<String, String> settings = good();
    settings.put("oncepaid.operator.api-key", "changeme");
    settings.put("oncepaid.accounts.ali.merchant", "nobody");
    settings.put("oncepaid.settlement.writers", "-1");
    assertThat(lines(settings)).hasSize(3);
  }

  private static List<String> lines(Map<String, String> settings) {
    CannotStart refusal = catchThrowableOfType(CannotStart.class, () -> check(settings));
    assertThat(refusal).isNotNull();
    return refusal.getMessage().lines().toList();
  }

  private static String publicKey() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return Base64.getEncoder()
          .encodeToString(generator.generateKeyPair().getPublic().getEncoded());
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
