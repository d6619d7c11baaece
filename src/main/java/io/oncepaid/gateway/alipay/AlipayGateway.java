package io.oncepaid.gateway.alipay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.PostedForm;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Asynchronous notifications of Alipay: a signed form, answered with one word. */
final class AlipayGateway implements Gateway {
  /** Notifications have two to four thousand bytes, all texts at their longest about 20,000. */
  private static final int LARGEST_BODY = 1 << 16;

  private static final Map<String, Algorithm> ALGORITHMS =
      Map.of("RSA2", Algorithm.SHA256_RSA, "RSA", Algorithm.SHA1_RSA, "SM2", Algorithm.SM3_SM2);

  /** Payment notifications are signed without these two (content V1). */
  static final Set<String> UNSIGNED = Set.of("sign", "sign_type");

  private static final String PLAIN = "text/plain";

  private final String appId;
  private final String sellerId;
  private final String defaultCharset;
  private final Map<String, Algorithm> allowed = new LinkedHashMap<>();
  private final String defaultSignType;
  private final RereadKeys<AlipayKeys> keys;

  AlipayGateway(String property, AccountConfig.Alipay settings) {
    this.appId = settings.appId();
    this.sellerId = settings.sellerId().orElse(null);
    this.defaultCharset = settings.defaultCharset();
    if (appId.isBlank()) {
      throw new InvalidSetting(property + ".app-id", "is blank; give the app's id at Alipay");
    }
    if (!PostedForm.isCharset(defaultCharset)) {
      throw new InvalidSetting(
          property + ".default-charset", "must be UTF-8, GBK, GB2312 or GB18030");
    }
    for (String type : settings.signTypes()) {
      if (!ALGORITHMS.containsKey(type)) {
        throw new InvalidSetting(property + ".sign-types", "must be of RSA2, SM2 and RSA");
      }
      allowed.put(type, ALGORITHMS.get(type));
    }
    this.defaultSignType = settings.signTypes().get(0);
    this.keys =
        new RereadKeys<>(files -> AlipayKeys.read(files, property, settings, allowed.values()));
  }

  @Override
  public Reading read(RawCallback callback) throws UnusableCallback {
    if (callback.body().length > LARGEST_BODY) {
      throw UnusableCallback.malformed("body of more than " + LARGEST_BODY + " bytes");
    }
    PostedForm form = PostedForm.read(callback.body(), "charset", defaultCharset);
    verify(form, callback);
    bind(form);
    return AlipayNotices.read(form);
  }

  private void verify(PostedForm form, RawCallback callback) throws UnusableCallback {
    String sign = form.value("sign");
    if (sign == null) {
      throw UnusableCallback.malformed("no sign");
    }
    String type = form.value("sign_type");
    Algorithm algorithm = allowed.get(type == null ? defaultSignType : type);
    if (algorithm == null) {
      throw UnusableCallback.forged("sign_type is not among the account's sign-types");
    }
    byte[] signature = Base64Text.decode(sign);
    if (signature == null) {
      throw UnusableCallback.forged("sign is not base64");
    }
    byte[] content = form.content(UNSIGNED);
    if (!keys.get().verify(algorithm, signature, content, callback.receivedAt())) {
      throw UnusableCallback.forged("no key that is valid now made this sign");
    }
  }

  /** A service provider's app is authorised by ours: then auth_app_id names us. */
  private void bind(PostedForm form) throws UnusableCallback {
    if (!appId.equals(form.value("app_id")) && !appId.equals(form.value("auth_app_id"))) {
      throw UnusableCallback.forged("a message for another app_id");
    }
    if (sellerId != null && !sellerId.equals(form.value("seller_id"))) {
      throw UnusableCallback.forged("a message for another seller_id");
    }
  }

  /** Exactly these seven bytes: anything around the word is a failure to Alipay. */
  @Override
  public Reply reply(Answer answer, int failureStatus, String reason) {
    return answer == Answer.ACCEPT
        ? Reply.text(200, PLAIN, "success")
        : Reply.text(failureStatus, PLAIN, "failure");
  }
}
