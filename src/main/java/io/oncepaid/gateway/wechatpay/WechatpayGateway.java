package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.SentAt;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.VerifyingKey;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** Notifications of WeChat Pay API v3: signed by headers, encrypted inside. */
final class WechatpayGateway implements Gateway {
  /** A combined order of 50 has about 35,000 bytes; the rest is room for promotion details. */
  private static final int LARGEST_BODY = 1 << 18;

  private static final String PROBE_PREFIX = "WECHATPAY/SIGNTEST/";
  private static final byte[] LINE_END = {'\n'};

  private static final int LONGEST_NONCE = 128;

  private final Duration tolerance;
  private final Set<Algorithm> allowed = EnumSet.noneOf(Algorithm.class);
  private final RereadKeys<WechatpayKeys> keys;
  private final WechatpayNotices notices;

  WechatpayGateway(String property, AccountConfig.Wechatpay settings) {
    if (settings.tolerance().isNegative() || settings.tolerance().isZero()) {
      throw new InvalidSetting(property + ".tolerance", "must be longer than nothing");
    }
    // Exactly so far apart is stale, as the vendor's own Go library has it.
    this.tolerance = settings.tolerance().minusNanos(1);
    for (String type : settings.signatureTypes()) {
      allowed.add(
          switch (type) {
            case "RSA" -> Algorithm.SHA256_RSA;
            case "SM2" -> Algorithm.SM3_SM2;
            default ->
                throw new InvalidSetting(property + ".signature-types", "must be of RSA and SM2");
          });
    }
    this.notices = new WechatpayNotices(WechatpayRecipient.of(property, settings));
    this.keys = new RereadKeys<>(files -> WechatpayKeys.read(files, property, settings, allowed));
  }

  @Override
  public Reading read(RawCallback callback) throws UnusableCallback {
    if (callback.body().length > LARGEST_BODY) {
      throw UnusableCallback.malformed("body of more than " + LARGEST_BODY + " bytes");
    }
    WechatpayKeys current = keys.get();
    verify(callback, current);
    WechatpayEnvelope envelope = WechatpayEnvelope.read(callback.body());
    if (!envelope.isAboutMoney()) {
      return envelope.ignored();
    }
    if (!allows(envelope.algorithm())) {
      throw UnusableCallback.forged("the resource's algorithm is not one of the account's");
    }
    return notices.read(envelope, envelope.open(current.cipher()));
  }

  private void verify(RawCallback callback, WechatpayKeys current) throws UnusableCallback {
    String serial = callback.requiredHeader("wechatpay-serial");
    String timestamp = callback.requiredHeader("wechatpay-timestamp");
    String nonce = callback.requiredHeader("wechatpay-nonce");
    String sign = callback.requiredHeader("wechatpay-signature");
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

  private boolean allows(String algorithm) {
    return switch (algorithm) {
      case WechatpayCipher.AES -> true;
      case WechatpayCipher.SM4 -> allowed.contains(Algorithm.SM3_SM2);
      default -> false;
    };
  }

  /** A line end in the nonce could move text of the body into the header. */
  private static String plain(String nonce) throws UnusableCallback {
    if (nonce.length() > LONGEST_NONCE || !nonce.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw UnusableCallback.malformed("nonce is not plain");
    }
    return nonce;
  }

  @Override
  public Reply reply(Answer answer, int failureStatus, String reason) {
    return answer == Answer.ACCEPT
        ? Reply.empty(204)
        : Reply.text(
            failureStatus,
            "application/json",
            "{\"code\":\"FAIL\",\"message\":\"" + reason + "\"}");
  }
}
