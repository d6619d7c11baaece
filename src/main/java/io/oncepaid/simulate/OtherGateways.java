package io.oncepaid.simulate;

import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The pretend merchant's accounts beside Alipay and WeChat Pay, one at every other gateway: what
 * the service is told of them, and their senders.
 */
final class OtherGateways {
  private static final String PREFIX = "oncepaid.accounts.";
  private static final String WECHAT_OLD = "wechat-old";
  private static final String SQUARE = "square-demo";
  private static final String PARTNER = "partner-demo";

  private OtherGateways() {}

  /** New accounts, with new keys. */
  static void make(Map<String, String> settings) {
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
  }

  private static void put(
      Map<String, String> settings, String account, String gateway, Map<String, String> own) {
    settings.put(PREFIX + account + ".merchant", Shop.MERCHANT);
    settings.put(PREFIX + account + ".gateway", gateway);
    own.forEach((name, value) -> settings.put(PREFIX + account + '.' + name, value));
  }

  /** The senders of those accounts that the settings have. */
  static List<Sender> open(Map<String, String> settings, Clock clock) {
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
    return senders;
  }

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    new SecureRandom().nextBytes(bytes);
    return bytes;
  }
}
