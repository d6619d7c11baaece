package io.oncepaid.gateway.unionpay;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.PostedForm;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.UnionpayConfig;
import io.oncepaid.gateway.UnusableCallback;
import java.util.Set;

/**
 * Back-end notifications of UnionPay: a signed form that may bring the certificate of its signer.
 * The account's keys decide which of the five ways of signing are taken.
 */
final class UnionpayGateway implements Gateway {
  /** Notifications have about 3,000 bytes, their certificate included. */
  private static final int LARGEST_BODY = 1 << 16;

  static final Set<String> UNSIGNED = Set.of("signature");

  private final String merId;
  private final UnionpayNotices notices;
  private final RereadKeys<UnionpayKeys> keys;

  UnionpayGateway(String property, UnionpayConfig settings) {
    this.merId = settings.merId();
    if (merId.isBlank()) {
      throw new InvalidSetting(property + ".mer-id", "is blank; give the merchant number");
    }
    this.notices = new UnionpayNotices(Set.copyOf(settings.successCodes()));
    this.keys = new RereadKeys<>(files -> UnionpayKeys.read(files, property, settings));
  }

  @Override
  public Reading read(RawCallback callback) throws UnusableCallback {
    if (callback.body().length > LARGEST_BODY) {
      throw UnusableCallback.malformed("body of more than " + LARGEST_BODY + " bytes");
    }
    PostedForm form = PostedForm.read(callback.body(), "encoding", "UTF-8");
    new UnionpaySignature(form, callback.receivedAt()).require(keys.get());
    if (!merId.equals(form.value("merId"))) {
      throw UnusableCallback.forged("a message for another merId");
    }
    return notices.read(form);
  }

  /** Only the status counts. */
  @Override
  public Reply reply(Answer answer, int failureStatus, String reason) {
    return Reply.byStatus(answer, failureStatus, reason);
  }
}
