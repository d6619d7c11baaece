package io.oncepaid.gateway.adyen;

import io.oncepaid.gateway.AdyenConfig;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.HexText;
import io.oncepaid.gateway.JsonShape;
import io.oncepaid.gateway.JsonValues;
import io.oncepaid.gateway.Keys;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.SharedSecret;
import io.oncepaid.gateway.SharedSecret.Hash;
import io.oncepaid.gateway.UnusableCallback;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Standard webhooks of Adyen: a batch of items, each signed for itself. All must be genuine and
 * ours, or the whole is refused; what they say is settled item by item.
 *
 * <p>Platform webhooks, signed as a whole by a header, are no payments: verified and ignored.
 */
final class AdyenGateway implements Gateway {
  /** An item has about 1,500 bytes, more with all additional data switched on. */
  private static final int LARGEST_BODY = 1 << 18;

  /** Adyen sends one, older formats up to six. */
  private static final int MOST_ITEMS = 64;

  private static final int FEWEST_KEY_DIGITS = 32;

  private static final JsonShape SHAPE =
      JsonShape.of("live").withList("notificationItems", MOST_ITEMS, AdyenItem.SHAPE);

  private final boolean live;
  private final Set<String> merchantAccounts;
  private final AdyenNotices notices;
  private final RereadKeys<List<SharedSecret>> keys;

  AdyenGateway(String property, AdyenConfig settings) {
    this.live = settings.live();
    this.merchantAccounts = Set.copyOf(settings.merchantAccounts());
    if (merchantAccounts.stream().anyMatch(String::isBlank)) {
      throw new InvalidSetting(
          property + ".merchant-accounts", "is blank; give the merchantAccountCode");
    }
    this.notices = new AdyenNotices(settings.capture());
    this.keys = new RereadKeys<>(files -> keys(files, property + ".hmac-keys", settings));
  }

  private static List<SharedSecret> keys(Keys files, String property, AdyenConfig settings) {
    List<SharedSecret> keys = new ArrayList<>();
    for (String setting : settings.hmacKeys()) {
      String digits = files.secret(property, setting).toLowerCase(Locale.ROOT);
      byte[] key = HexText.decode(digits);
      if (key == null || digits.length() < FEWEST_KEY_DIGITS) {
        throw new InvalidSetting(
            property, "must be the HMAC key of the webhook: 64 hexadecimal digits");
      }
      keys.add(new SharedSecret(Hash.SHA256, key));
    }
    return List.copyOf(keys);
  }

  @Override
  public Reading read(RawCallback callback) throws UnusableCallback {
    if (callback.body().length > LARGEST_BODY) {
      throw UnusableCallback.malformed("body of more than " + LARGEST_BODY + " bytes");
    }
    List<AdyenItem> items = new ArrayList<>();
    String from;
    try {
      JsonValues body = SHAPE.read(callback.body());
      from = body.textOrEmpty("live");
      for (JsonValues item : body.list("notificationItems")) {
        items.add(AdyenItem.of(item));
      }
    } catch (JsonShape.NotReadable | InvalidNotice e) {
      throw UnusableCallback.malformed("the body: " + e.getMessage());
    }
    if (items.isEmpty()) {
      return platform(callback);
    }
    for (AdyenItem item : items) {
      verify(item);
    }
    // Not signed, but whoever changes it could only have a message refused.
    if (!from.equals(Boolean.toString(live))) {
      throw UnusableCallback.forged("a message whose live is not the account's");
    }
    return readAll(items);
  }

  private void verify(AdyenItem item) throws UnusableCallback {
    byte[] code = Base64Text.decode(item.signature());
    byte[] signed = item.signed();
    if (code == null || keys.get().stream().noneMatch(key -> key.made(code, signed))) {
      throw UnusableCallback.forged("no key that is valid now made an item's hmacSignature");
    }
    // Nothing is escaped in what is signed: text could be shifted over a colon into this field.
    if (!merchantAccounts.contains(item.merchantAccountCode())) {
      throw UnusableCallback.forged("an item for another merchantAccountCode");
    }
  }

  /** One that cannot be mapped does not keep the others from being settled. */
  private Reading readAll(List<AdyenItem> items) throws UnusableCallback {
    List<Notice> read = new ArrayList<>();
    List<UnusableCallback> unreadable = new ArrayList<>();
    for (AdyenItem item : items) {
      try {
        read.addAll(notices.read(item));
      } catch (InvalidNotice e) {
        String number = item.merchantReference();
        unreadable.add(
            UnusableCallback.unreadable(
                e.getMessage(), Notice.isOutTradeNo(number) ? number : "", item.signed()));
      }
    }
    if (items.size() == unreadable.size() && items.size() == 1) {
      throw unreadable.get(0);
    }
    return new Reading(AdyenNotices.type(items), read, unreadable);
  }

  private Reading platform(RawCallback callback) throws UnusableCallback {
    byte[] code = Base64Text.decode(callback.requiredHeader("hmacsignature"));
    if (code == null || keys.get().stream().noneMatch(key -> key.made(code, callback.body()))) {
      throw UnusableCallback.forged("no key that is valid now made this HmacSignature");
    }
    return new Reading("platform", List.of());
  }

  /** Older contracts need the word. */
  @Override
  public Reply reply(Answer answer, int failureStatus, String reason) {
    return answer == Answer.ACCEPT
        ? Reply.text(200, "text/plain", "[accepted]")
        : Reply.text(failureStatus, "text/plain", reason);
  }

  /** One failure stops the whole queue, for up to 30 days. */
  @Override
  public boolean punishesFailures() {
    return true;
  }

  /** Asking for a repeat would hold back the messages behind it. */
  @Override
  public Duration patienceWithUnknown() {
    return Duration.ZERO;
  }
}
