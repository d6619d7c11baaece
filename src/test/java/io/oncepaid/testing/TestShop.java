package io.oncepaid.testing;

import io.oncepaid.simulate.AdyenSender;
import io.oncepaid.simulate.AlipaySender;
import io.oncepaid.simulate.PaypalSender;
import io.oncepaid.simulate.StripeSender;
import io.oncepaid.simulate.WechatpaySender;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** The merchant of the tests: one account at each gateway, with keys made for this run. */
public final class TestShop {
  public static final String MERCHANT = "shop";
  public static final String API_KEY = "test-shop-api-key-5f2d9c81b7";

  /** A second merchant, for what each must not see of the other. */
  public static final String OTHER = "other";

  public static final String OTHER_KEY = "test-other-api-key-77c0e2f4a9";
  public static final String OPERATOR_KEY = "test-operator-key-93ab04e6d1";
  public static final String ALIPAY = "alipay-a";
  public static final String WECHAT = "wechat-a";
  public static final String ADYEN = "adyen-a";
  public static final String STRIPE = "stripe-a";
  public static final String PAYPAL = "paypal-a";

  private static final String APP_ID = "2021000000000001";
  private static final String SELLER_ID = "2088000000000100";
  private static final String MCH_ID = "1900000001";
  private static final String WECHAT_APP_ID = "wx0000000000000001";
  private static final String PUBLIC_KEY_ID = "PUB_KEY_ID_0100000000002026030900000000001";
  private static final String API_V3_KEY = "0123456789abcdefFEDCBA9876543210";
  private static final String ADYEN_MERCHANT = "ShopCOM";
  private static final String ADYEN_KEY =
      "3f9a61c07d5e28b4e1f06a93d7c84b52190e8d3a6f7b5c24a0e91d38f6475bc2";
  private static final String STRIPE_SECRET = "whsec_kIr7Jx2Pq9mWv4Zt8Lr3Nc6Yb5";
  private static final String PAYPAL_WEBHOOK = "8PT597110X687430L";
  private static final KeyPair ALIPAY_KEYS = newKeys();
  private static final KeyPair WECHAT_KEYS = newKeys();

  private TestShop() {}

  /** The pretend Alipay, whose callbacks the account alipay-a takes for genuine. */
  public static AlipaySender alipay() {
    return new AlipaySender(
        ALIPAY, APP_ID, SELLER_ID, ALIPAY_KEYS.getPrivate(), StandardCharsets.UTF_8);
  }

  /** The pretend WeChat Pay, whose callbacks the account wechat-a takes for genuine. */
  public static WechatpaySender wechatpay(Clock clock) {
    return new WechatpaySender(
        new WechatpaySender.Contract(WECHAT, MCH_ID, WECHAT_APP_ID, PUBLIC_KEY_ID, API_V3_KEY),
        WECHAT_KEYS.getPrivate(),
        new Random(7),
        clock);
  }

  /** The pretend Adyen, whose items the account adyen-a takes for genuine. */
  public static AdyenSender adyen() {
    return new AdyenSender(ADYEN, ADYEN_MERCHANT, ADYEN_KEY);
  }

  /** The pretend Stripe, whose events the account stripe-a takes for genuine. */
  public static StripeSender stripe(Clock clock) {
    return new StripeSender(STRIPE, STRIPE_SECRET, clock);
  }

  /** A pretend PayPal, whose certificate the account paypal-a would have to fetch. */
  public static PaypalSender paypal(Clock clock) {
    return new PaypalSender(PAYPAL, PAYPAL_WEBHOOK, ALIPAY_KEYS.getPrivate(), new Random(7), clock);
  }

  /** The service's settings for this merchant. */
  public static Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>();
    settings.put("oncepaid.merchants.shop.api-key", API_KEY);
    settings.put("oncepaid.merchants.other.api-key", OTHER_KEY);
    settings.put("oncepaid.operator.api-key", OPERATOR_KEY);
    settings.put("oncepaid.accounts.alipay-other.merchant", OTHER);
    settings.put("oncepaid.accounts.alipay-other.gateway", "alipay");
    settings.put("oncepaid.accounts.alipay-other.alipay.app-id", "2021000000000001");
    settings.put("oncepaid.accounts.alipay-other.alipay.public-keys", publicKey(newKeys()));
    settings.put("oncepaid.accounts.alipay-a.merchant", MERCHANT);
    settings.put("oncepaid.accounts.alipay-a.gateway", "alipay");
    settings.put("oncepaid.accounts.alipay-a.alipay.app-id", APP_ID);
    settings.put("oncepaid.accounts.alipay-a.alipay.seller-id", SELLER_ID);
    settings.put("oncepaid.accounts.alipay-a.alipay.public-keys", publicKey(ALIPAY_KEYS));
    settings.put("oncepaid.accounts.wechat-a.merchant", MERCHANT);
    settings.put("oncepaid.accounts.wechat-a.gateway", "wechatpay");
    settings.put("oncepaid.accounts.wechat-a.wechatpay.mch-id", MCH_ID);
    settings.put("oncepaid.accounts.wechat-a.wechatpay.app-ids", WECHAT_APP_ID);
    settings.put("oncepaid.accounts.wechat-a.wechatpay.api-v3-key", API_V3_KEY);
    settings.put(
        "oncepaid.accounts.wechat-a.wechatpay.public-keys.\"" + PUBLIC_KEY_ID + "\"",
        publicKey(WECHAT_KEYS));
    put(settings, ADYEN, "adyen", "merchant-accounts", ADYEN_MERCHANT);
    put(settings, ADYEN, "adyen", "hmac-keys", ADYEN_KEY);
    put(settings, STRIPE, "stripe", "secrets", STRIPE_SECRET);
    put(settings, PAYPAL, "paypal", "webhook-id", PAYPAL_WEBHOOK);
    return settings;
  }

  private static void put(
      Map<String, String> settings, String account, String gateway, String name, String value) {
    String prefix = "oncepaid.accounts." + account + '.';
    settings.put(prefix + "merchant", MERCHANT);
    settings.put(prefix + "gateway", gateway);
    settings.put(prefix + gateway + '.' + name, value);
  }

  private static String publicKey(KeyPair keys) {
    return Base64.getEncoder().encodeToString(keys.getPublic().getEncoded());
  }

  private static KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
