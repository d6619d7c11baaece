package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.JsonValues;
import io.oncepaid.gateway.UnusableCallback;
import java.util.List;
import java.util.Set;

/** Whose messages an account takes: its merchant number, its sub merchants and its apps. */
record WechatpayRecipient(String mchId, Set<String> subMchIds, Set<String> appIds) {
  /** In a merchant's own, a partner's and a combined order. */
  private static final List<String> MERCHANT = List.of("mchid", "sp_mchid", "combine_mchid");

  private static final List<String> APP = List.of("appid", "sp_appid", "combine_appid");

  static WechatpayRecipient of(String property, AccountConfig.Wechatpay settings) {
    if (settings.mchId().isBlank()) {
      throw new InvalidSetting(property + ".mch-id", "is blank; give the merchant number");
    }
    return new WechatpayRecipient(
        settings.mchId(),
        Set.copyOf(settings.subMchIds().orElse(List.of())),
        Set.copyOf(settings.appIds().orElse(List.of())));
  }

  /**
   * Refuses what is not, or not as a whole, for this account.
   *
   * @throws UnusableCallback FORGED
   */
  void require(boolean payment, JsonValues resource) throws UnusableCallback {
    requireAll(resource, MERCHANT, Set.of(mchId));
    requireSub(resource.text("sub_mchid"));
    for (JsonValues order : resource.list("sub_orders")) {
      String id = order.textOrEmpty("mchid");
      if (!id.equals(mchId)) {
        requireSub(id);
      }
      requireSub(order.text("sub_mchid"));
    }
    // Refunds do not name an app.
    if (payment && !appIds.isEmpty()) {
      requireAll(resource, APP, appIds);
    }
  }

  /** One of the names at least, and each that is there, must have an allowed value. */
  private static void requireAll(JsonValues resource, List<String> names, Set<String> allowed)
      throws UnusableCallback {
    boolean named = false;
    for (String name : names) {
      String id = resource.text(name);
      if (id != null && !allowed.contains(id)) {
        throw UnusableCallback.forged("a message for another " + name);
      }
      named |= id != null;
    }
    if (!named) {
      throw UnusableCallback.forged("a message without " + names.get(0));
    }
  }

  private void requireSub(String id) throws UnusableCallback {
    if (id != null && !subMchIds.contains(id)) {
      throw UnusableCallback.forged("a message for a merchant that is not among sub-mch-ids");
    }
  }
}
