package io.oncepaid.simulate;

import io.oncepaid.simulate.bill.Bills;
import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * The pretend merchant's accounts beside Alipay and WeChat Pay, one at every other gateway: what
 * the service is told of them, and their senders.
 */
final class OtherGateways {
  private static final String PREFIX = "oncepaid.accounts.";
  private static final String WECHAT_OLD = "wechat-old";
  private static final String SQUARE = "square-demo";
  private static final String PARTNER = "partner-demo";
  private static final String STRIPE = "stripe-demo";
  private static final String ADYEN = "adyen-demo";
  private static final String UNIONPAY = "unionpay-demo";
  private static final String PAYPAL = "paypal-demo";

  private OtherGateways() {}

  /**
   * New accounts, with new keys.
   *
   * @param directory where the private keys go
   * @param now from when on certificates are valid
   */
  static void make(Path directory, Map<String, String> settings, Instant now) throws IOException {
    String mchId = "1900000002";
    String url = "https://pay.example.com/callbacks/" + SQUARE;
    put(
        settings,
        WECHAT_OLD,
        "wechatpay-v2",
        WechatpayV2Sender.settings(
            mchId, "wx0000000000000002", HexFormat.of().formatHex(bytes(16))));
    put(
        settings,
        SQUARE,
        "hmac",
        SquareSender.settings(url, Base64.getUrlEncoder().encodeToString(bytes(24))));
    put(
        settings,
        PARTNER,
        "standard-webhooks",
        StandardWebhooksSender.settings("whsec_" + Base64.getEncoder().encodeToString(bytes(32))));
    makeSigning(directory, settings, now);
  }

  private static void makeSigning(Path directory, Map<String, String> settings, Instant now)
      throws IOException {
    String secret = "whsec_" + Base64.getUrlEncoder().encodeToString(bytes(24));
    put(settings, STRIPE, "stripe", StripeSender.settings(secret));
    put(
        settings,
        ADYEN,
        "adyen",
        AdyenSender.settings("DemoCOM", HexFormat.of().formatHex(bytes(32))));
    KeyPair unionpay = Shop.makeKeyPair(directory, UNIONPAY);
    put(
        settings,
        UNIONPAY,
        "unionpay",
        UnionpaySender.settings(
            "777290000000001", SelfSigned.certificate(UnionpaySender.HOLDER, unionpay, now)));
    KeyPair paypal = Shop.makeKeyPair(directory, PAYPAL);
    put(
        settings,
        PAYPAL,
        "paypal",
        PaypalSender.settings(
            "8PT597110X687430L", SelfSigned.certificate(PaypalSender.HOLDER, paypal, now)));
    settings.put("reconciliation.accounts." + PAYPAL + ".owners", Bills.PAYPAL_ACCOUNT);
  }

  private static void put(
      Map<String, String> settings, String account, String gateway, Map<String, String> own) {
    settings.put(PREFIX + account + ".merchant", Shop.MERCHANT);
    settings.put(PREFIX + account + ".gateway", gateway);
    own.forEach((name, value) -> settings.put(PREFIX + account + '.' + name, value));
  }

  /** The senders of those accounts that the settings have. */
  static List<Sender> open(Path directory, Map<String, String> settings, Clock clock)
      throws IOException {
    List<Sender> senders = new ArrayList<>();
    if (settings.containsKey(PREFIX + WECHAT_OLD + ".gateway")) {
      String prefix = PREFIX + WECHAT_OLD + ".wechatpay-v2.";
      senders.add(
          new WechatpayV2Sender(
              WECHAT_OLD,
              settings.get(prefix + "mch-id"),
              settings.get(prefix + "app-ids"),
              settings.get(prefix + "keys")));
    }
    if (settings.containsKey(PREFIX + SQUARE + ".gateway")) {
      String prefix = PREFIX + SQUARE + ".hmac.";
      senders.add(
          new SquareSender(SQUARE, settings.get(prefix + "url"), settings.get(prefix + "secrets")));
    }
    if (settings.containsKey(PREFIX + PARTNER + ".gateway")) {
      String secret = settings.get(PREFIX + PARTNER + ".standard-webhooks.secrets");
      senders.add(new StandardWebhooksSender(PARTNER, secret, clock));
    }
    if (settings.containsKey(PREFIX + STRIPE + ".gateway")) {
      String secret = settings.get(PREFIX + STRIPE + ".stripe.secrets");
      senders.add(new StripeSender(STRIPE, secret, clock));
    }
    if (settings.containsKey(PREFIX + ADYEN + ".gateway")) {
      String prefix = PREFIX + ADYEN + ".adyen.";
      senders.add(
          new AdyenSender(
              ADYEN,
              settings.get(prefix + "merchant-accounts"),
              settings.get(prefix + "hmac-keys")));
    }
    if (settings.containsKey(PREFIX + UNIONPAY + ".gateway")) {
      String prefix = PREFIX + UNIONPAY + ".unionpay.";
      senders.add(
          new UnionpaySender(
              UNIONPAY,
              settings.get(prefix + "mer-id"),
              Shop.privateKey(directory, UNIONPAY),
              settings.get(prefix + "root-certificates")));
    }
    if (settings.containsKey(PREFIX + PAYPAL + ".gateway")) {
      String webhook = settings.get(PREFIX + PAYPAL + ".paypal.webhook-id");
      PrivateKey key = Shop.privateKey(directory, PAYPAL);
      senders.add(new PaypalSender(PAYPAL, webhook, key, new Random(), clock));
    }
    return senders;
  }

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }
}
