package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.VerifyingKey.Algorithm;

/** Notifications of WeChat Pay API v3: signed by headers, encrypted inside. */
final class WechatpayGateway implements Gateway {
  /** A combined order of 50 has about 35,000 bytes; the rest is room for promotion details. */
  private static final int LARGEST_BODY = 1 << 18;

  private final WechatpaySignature signature;
  private final RereadKeys<WechatpayKeys> keys;
  private final WechatpayNotices notices;

  WechatpayGateway(String property, AccountConfig.Wechatpay settings) {
    this.signature = WechatpaySignature.of(property, settings);
    this.notices = new WechatpayNotices(WechatpayRecipient.of(property, settings));
    this.keys =
        new RereadKeys<>(
            files -> WechatpayKeys.read(files, property, settings, signature.allowed()));
  }

  @Override
  public Reading read(RawCallback callback) throws UnusableCallback {
    if (callback.body().length > LARGEST_BODY) {
      throw UnusableCallback.malformed("body of more than " + LARGEST_BODY + " bytes");
    }
    WechatpayKeys current = keys.get();
    signature.verify(callback, current);
    WechatpayEnvelope envelope = WechatpayEnvelope.read(callback.body());
    if (!envelope.isAboutMoney()) {
      return envelope.ignored();
    }
    if (!allows(envelope.algorithm())) {
      throw UnusableCallback.forged("the resource's algorithm is not one of the account's");
    }
    return notices.read(envelope, envelope.open(current.cipher()));
  }

  private boolean allows(String algorithm) {
    return switch (algorithm) {
      case WechatpayCipher.AES -> true;
      case WechatpayCipher.SM4 -> signature.allowed().contains(Algorithm.SM3_SM2);
      default -> false;
    };
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
