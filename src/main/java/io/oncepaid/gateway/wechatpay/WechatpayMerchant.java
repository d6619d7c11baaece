package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Who asks: a merchant for itself, or a service provider for its sub merchant.
 *
 * @param subMchId null for a merchant's own orders
 */
record WechatpayMerchant(String mchId, String subMchId) {
  private static final String OWN = "/v3/pay/transactions/out-trade-no/";
  private static final String PARTNER = "/v3/pay/partner/transactions/out-trade-no/";

  static WechatpayMerchant of(String property, AccountConfig.Wechatpay settings) {
    if (!settings.partner()) {
      return new WechatpayMerchant(settings.mchId(), null);
    }
    List<String> subs = settings.subMchIds().orElse(List.of());
    if (subs.size() != 1) {
      throw new InvalidSetting(
          property + ".sub-mch-ids", "a partner asks for one sub merchant; give exactly one");
    }
    return new WechatpayMerchant(settings.mchId(), subs.get(0));
  }

  String query(String outTradeNo) {
    return subMchId == null
        ? OWN + encoded(outTradeNo) + "?mchid=" + encoded(mchId)
        : PARTNER
            + encoded(outTradeNo)
            + "?sp_mchid="
            + encoded(mchId)
            + "&sub_mchid="
            + encoded(subMchId);
  }

  String close(String outTradeNo) {
    return (subMchId == null ? OWN : PARTNER) + encoded(outTradeNo) + "/close";
  }

  /** As the body of a request: numbers of merchants are digits. */
  String asJson() {
    return subMchId == null
        ? "{\"mchid\":\"" + mchId + "\"}"
        : "{\"sp_mchid\":\"" + mchId + "\",\"sub_mchid\":\"" + subMchId + "\"}";
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
