package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.JsonShape;
import io.oncepaid.gateway.JsonValues;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.UnusableCallback;
import java.util.List;

/**
 * The outside of a notification. That it is signed by WeChat Pay does not make it ours: only the
 * resource inside says whose it is.
 */
record WechatpayEnvelope(
    String eventType,
    String createTime,
    String algorithm,
    String nonce,
    String associatedData,
    String ciphertext) {
  static final String TRANSACTION = "TRANSACTION.SUCCESS";
  static final String REFUND = "REFUND.";

  private static final JsonShape SHAPE =
      JsonShape.of(
          "create_time",
          "event_type",
          "resource.algorithm",
          "resource.nonce",
          "resource.associated_data",
          "resource.ciphertext");

  static WechatpayEnvelope read(byte[] body) throws UnusableCallback {
    try {
      JsonValues values = SHAPE.read(body);
      return new WechatpayEnvelope(
          values.textOrEmpty("event_type"),
          values.text("create_time"),
          values.textOrEmpty("resource.algorithm"),
          values.textOrEmpty("resource.nonce"),
          values.textOrEmpty("resource.associated_data"),
          values.textOrEmpty("resource.ciphertext"));
    } catch (JsonShape.NotReadable | InvalidNotice e) {
      throw UnusableCallback.malformed("the body " + e.getMessage());
    }
  }

  /** False for the events of other products (scores, coupons, complaints …). */
  boolean isAboutMoney() {
    return switch (eventType) {
      case TRANSACTION, REFUND + "SUCCESS", REFUND + "ABNORMAL", REFUND + "CLOSED" -> true;
      default -> false;
    };
  }

  Reading ignored() {
    return new Reading("other", List.of());
  }

  /**
   * The resource. One that our key does not open is another merchant's (platform certificates are
   * shared), or the APIv3 key was changed at the gateway and not here.
   */
  byte[] open(WechatpayCipher cipher) throws UnusableCallback {
    byte[] open = cipher.open(algorithm, nonce, associatedData, ciphertext);
    if (open == null) {
      throw UnusableCallback.forged("the account's APIv3 key does not open the resource");
    }
    return open;
  }
}
