package io.oncepaid.gateway.wechatpayv2;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.WechatpayV2Config;
import io.oncepaid.gateway.XmlFields;
import java.util.List;
import java.util.Set;

/** Notifications of WeChat Pay before API v3: XML, signed under the merchant's API key. */
final class WechatpayV2Gateway implements Gateway {
  /** Notifications have one to two thousand bytes. */
  private static final int LARGEST_BODY = 1 << 16;

  private static final Set<String> UNSIGNED = Set.of("sign");
  private static final String XML = "text/xml";
  private static final String WORDS =
      "<xml><return_code><![CDATA[%s]]></return_code><return_msg><![CDATA[%s]]></return_msg></xml>";

  private final String mchId;
  private final Set<String> subMchIds;
  private final Set<String> appIds;
  private final List<String> signTypes;
  private final RereadKeys<List<WechatpayV2Key>> keys;

  WechatpayV2Gateway(String property, WechatpayV2Config settings) {
    this.mchId = settings.mchId();
    this.subMchIds = Set.copyOf(settings.subMchIds().orElse(List.of()));
    this.appIds = Set.copyOf(settings.appIds().orElse(List.of()));
    this.signTypes = List.copyOf(settings.signTypes());
    if (mchId.isBlank()) {
      throw new InvalidSetting(property + ".mch-id", "is blank; give the merchant number");
    }
    if (!Set.of(WechatpayV2Key.MD5, WechatpayV2Key.HMAC_SHA256).containsAll(signTypes)) {
      throw new InvalidSetting(property + ".sign-types", "must be of MD5 and HMAC-SHA256");
    }
    String name = property + ".keys";
    this.keys =
        new RereadKeys<>(
            files ->
                settings.keys().stream()
                    .map(key -> WechatpayV2Key.of(name, files.text(name, key)))
                    .toList());
  }

  @Override
  public Reading read(RawCallback callback) throws UnusableCallback {
    if (callback.body().length > LARGEST_BODY) {
      throw UnusableCallback.malformed("body of more than " + LARGEST_BODY + " bytes");
    }
    XmlFields fields = XmlFields.read(callback.body());
    String requestInfo = fields.value("req_info");
    if (requestInfo != null) {
      byte[] refund = open(requestInfo);
      bind(fields);
      return WechatpayV2Notices.refund(refund, callback.receivedAt());
    }
    verify(fields);
    bind(fields);
    return WechatpayV2Notices.payment(fields);
  }

  private void verify(XmlFields fields) throws UnusableCallback {
    String sign = fields.value("sign");
    if (sign == null) {
      throw UnusableCallback.malformed("no sign");
    }
    String named = fields.value("sign_type");
    String type = named == null ? signTypes.get(0) : named;
    if (!signTypes.contains(type)) {
      throw UnusableCallback.forged("sign_type is not among the account's sign-types");
    }
    byte[] content = fields.content(UNSIGNED);
    if (keys.get().stream().noneMatch(key -> key.made(type, sign, content))) {
      throw UnusableCallback.forged("none of the account's keys made this sign");
    }
  }

  /** Under a wrong key the padding is right once in 256 times; then it is no XML. */
  private byte[] open(String requestInfo) throws UnusableCallback {
    for (WechatpayV2Key key : keys.get()) {
      byte[] open = key.open(requestInfo);
      if (open != null && WechatpayV2Notices.isReadable(open)) {
        return open;
      }
    }
    throw UnusableCallback.forged("none of the account's keys opens req_info");
  }

  private void bind(XmlFields fields) throws UnusableCallback {
    if (!mchId.equals(fields.value("mch_id"))) {
      throw UnusableCallback.forged("a message for another mch_id");
    }
    String sub = fields.value("sub_mch_id");
    if (sub != null && !subMchIds.contains(sub)) {
      throw UnusableCallback.forged("a message for a merchant that is not among sub-mch-ids");
    }
    String app = fields.value("appid");
    if (!appIds.isEmpty() && (app == null || !appIds.contains(app))) {
      throw UnusableCallback.forged("a message for another appid");
    }
  }

  @Override
  public Reply reply(Answer answer, int failureStatus, String reason) {
    return answer == Answer.ACCEPT
        ? Reply.text(200, XML, WORDS.formatted("SUCCESS", "OK"))
        : Reply.text(failureStatus, XML, WORDS.formatted("FAIL", reason));
  }
}
