package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Certificates;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Keys;
import io.oncepaid.gateway.VerifyingKey;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bouncycastle.cert.X509CertificateHolder;

/**
 * Whatever a message can be verified and decrypted with. The message names its key in {@code
 * Wechatpay-Serial}: a platform certificate's serial in hex, or the id of a WeChat Pay public key.
 */
record WechatpayKeys(Map<String, VerifyingKey> bySerial, WechatpayCipher cipher) {
  private static final String PUBLIC_KEY_ID = "PUB_KEY_ID_";
  private static final int HEX = 16;

  static WechatpayKeys read(
      Keys files, String property, AccountConfig.Wechatpay settings, Set<Algorithm> algorithms) {
    Map<String, VerifyingKey> keys = new HashMap<>();
    // A certificate is allowed here too: WeChat Pay may name it otherwise than it names itself.
    settings
        .publicKeys()
        .forEach(
            (id, key) ->
                keys.put(
                    configured(id),
                    files.publicKey(property + ".public-keys.\"" + id + "\"", key)));
    for (String certificate : settings.certificates().orElse(List.of())) {
      String name = property + ".certificates";
      List<X509CertificateHolder> read = files.certificates(name, certificate);
      keys.put(
          normal(read.get(0).getSerialNumber().toString(HEX)),
          Certificates.key(name, read, List.of()));
    }
    if (keys.isEmpty()) {
      throw new InvalidSetting(
          property + ".public-keys",
          "give the WeChat Pay public key under its PUB_KEY_ID_…, or platform certificates");
    }
    if (!algorithms.stream()
        .allMatch(used -> keys.values().stream().anyMatch(key -> key.fits(used)))) {
      throw new InvalidSetting(
          property + ".signature-types", "needs a key of each kind that it names");
    }
    String key = property + ".api-v3-key";
    return new WechatpayKeys(
        Map.copyOf(keys), WechatpayCipher.of(key, files.text(key, settings.apiV3Key())));
  }

  /** The key that a message names, or null: no other key is tried. */
  VerifyingKey get(String serial) {
    return bySerial.get(normal(serial));
  }

  /** The id of a WeChat Pay public key, where there is one. */
  Optional<String> publicKeyId() {
    return bySerial.keySet().stream()
        .filter(id -> id.startsWith(PUBLIC_KEY_ID))
        .sorted()
        .findFirst();
  }

  /** An id as it is, though it came through the name of an environment variable. */
  private static String configured(String id) {
    String spelled = id.toUpperCase(Locale.ROOT).replace('.', '_');
    return spelled.startsWith(PUBLIC_KEY_ID) ? spelled : normal(id);
  }

  /** Serials are numbers: neither the case of their hex digits nor leading zeros matter. */
  private static String normal(String id) {
    if (id.isEmpty() || !id.chars().allMatch(c -> c < 128 && Character.digit(c, HEX) >= 0)) {
      return id;
    }
    int zeros = 0;
    while (zeros < id.length() - 1 && id.charAt(zeros) == '0') {
      zeros++;
    }
    return id.substring(zeros).toUpperCase(Locale.ROOT);
  }
}
