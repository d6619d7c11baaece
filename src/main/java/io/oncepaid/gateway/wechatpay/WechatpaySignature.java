package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.SentAt;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.VerifyingKey;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * The signature in the headers of whatever WeChat Pay sends: notifications, and answers to queries.
 *
 * @param tolerance the most that timestamp and receipt time may be apart, either way
 * @param allowed the algorithms among which a message may choose
 */
record WechatpaySignature(Duration tolerance, Set<Algorithm> allowed) {
  private static final String PROBE_PREFIX = "WECHATPAY/SIGNTEST/";
  private static final byte[] LINE_END = {'\n'};

  private static final int LONGEST_NONCE = 128;

  /**
   * @throws InvalidSetting for an impossible tolerance or an unknown type
   */
  static WechatpaySignature of(String property, AccountConfig.Wechatpay settings) {
    Duration tolerance = settings.tolerance();
    if (tolerance.isNegative() || tolerance.isZero()) {
      throw new InvalidSetting(property + ".tolerance", "must be longer than nothing");
    }
    Set<Algorithm> allowed = EnumSet.noneOf(Algorithm.class);
    for (String type : settings.signatureTypes()) {
      allowed.add(
          switch (type) {
            case "RSA" -> Algorithm.SHA256_RSA;
            case "SM2" -> Algorithm.SM3_SM2;
            default ->
                throw new InvalidSetting(property + ".signature-types", "must be of RSA and SM2");
          });
    }
    // Exactly so far apart is stale, as the vendor's own Go library has it.
    return new WechatpaySignature(tolerance.minusNanos(1), allowed);
  }

  /**
   * Verifies the exact bytes, the key that the headers name, and the time.
   *
   * @throws UnusableCallback MALFORMED where a header is missing, FORGED otherwise
   */
  void verify(RawCallback callback, WechatpayKeys current) throws UnusableCallback {
    String serial = header(callback, "wechatpay-serial");
    String timestamp = header(callback, "wechatpay-timestamp");
    String nonce = header(callback, "wechatpay-nonce");
    String sign = header(callback, "wechatpay-signature");
    if (sign.startsWith(PROBE_PREFIX)) {
      throw UnusableCallback.probe();
    }
    VerifyingKey key = current.get(serial);
    if (key == null) {
      throw UnusableCallback.forged("unknown serial; known are " + current.bySerial().keySet());
    }
    if (!key.isValidAt(callback.receivedAt())) {
      throw UnusableCallback.forged("the certificate that signed it is not valid now");
    }
    Algorithm algorithm = algorithm(callback.header("wechatpay-signature-type"));
    SentAt.requireFresh(timestamp, callback.receivedAt(), tolerance);
    byte[] signature = Base64Text.decode(sign);
    byte[] head = (timestamp + '\n' + plain(nonce) + '\n').getBytes(StandardCharsets.US_ASCII);
    if (signature == null || !key.verifies(algorithm, signature, head, callback.body(), LINE_END)) {
      throw UnusableCallback.forged("the signature does not fit");
    }
  }

  private static String header(RawCallback callback, String name) throws UnusableCallback {
    String value = callback.header(name);
    if (value == null || value.isEmpty()) {
      throw UnusableCallback.malformed("no header " + name);
    }
    return value;
  }

  /** The message may only choose among what the account allows. */
  private Algorithm algorithm(String type) throws UnusableCallback {
    Algorithm named =
        type == null || type.equals("WECHATPAY2-SHA256-RSA2048")
            ? Algorithm.SHA256_RSA
            : type.equals("WECHATPAY2-SM2-WITH-SM3") ? Algorithm.SM3_SM2 : null;
    if (named == null || !allowed.contains(named)) {
      throw UnusableCallback.forged("signature type is not among the account's signature-types");
    }
    return named;
  }

  /** A line end in the nonce could move text of the body into the header. */
  private static String plain(String nonce) throws UnusableCallback {
    if (nonce.length() > LONGEST_NONCE || !nonce.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw UnusableCallback.malformed("nonce is not plain");
    }
    return nonce;
  }
}
