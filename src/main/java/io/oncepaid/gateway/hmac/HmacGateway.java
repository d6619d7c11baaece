package io.oncepaid.gateway.hmac;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.HexText;
import io.oncepaid.gateway.HmacConfig;
import io.oncepaid.gateway.HmacConfig.CodeForm;
import io.oncepaid.gateway.Keys;
import io.oncepaid.gateway.MappedEvents;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.SentAt;
import io.oncepaid.gateway.SharedSecret;
import io.oncepaid.gateway.UnusableCallback;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** A gateway that sends JSON with an HMAC in a header: all that is special to it is a setting. */
final class HmacGateway implements Gateway {
  /** Orders with many positions reach tens of thousands of bytes. */
  private static final int LARGEST_BODY = 1 << 18;

  private final HmacConfig settings;
  private final String prefix;
  private final String timeHeader;
  private final Duration tolerance;
  private final SignedParts signed;
  private final MappedEvents events;
  private final RereadKeys<List<SharedSecret>> secrets;

  HmacGateway(String property, HmacConfig settings) {
    this.settings = settings;
    this.prefix = settings.prefix().orElse("");
    this.timeHeader = settings.timeHeader().orElse(null);
    this.tolerance = settings.tolerance();
    this.signed = SignedParts.of(property, settings);
    this.events =
        new MappedEvents(
            property, settings.events(), settings.require().orElse(List.of()), settings.decimals());
    if (settings.header().isBlank()) {
      throw new InvalidSetting(property + ".header", "is blank; name the signature's header");
    }
    if (tolerance.isNegative() || tolerance.isZero()) {
      throw new InvalidSetting(property + ".tolerance", "must be longer than nothing");
    }
    this.secrets = new RereadKeys<>(files -> secrets(files, property + ".secrets"));
  }

  private List<SharedSecret> secrets(Keys files, String property) {
    return settings.secrets().stream()
        .map(secret -> new SharedSecret(settings.hash(), key(property, files, secret)))
        .toList();
  }

  private byte[] key(String property, Keys files, String secret) {
    String text = files.text(property, secret);
    byte[] key =
        switch (settings.keyForm()) {
          case TEXT -> text.getBytes(StandardCharsets.UTF_8);
          case HEX -> HexText.decode(text.toLowerCase(Locale.ROOT));
          case BASE64 -> Base64Text.decode(text);
        };
    if (key == null || key.length == 0) {
      throw new InvalidSetting(property, "is not written as key-form says; copy it again");
    }
    return key;
  }

  @Override
  public Reading read(RawCallback callback) throws UnusableCallback {
    if (callback.body().length > LARGEST_BODY) {
      throw UnusableCallback.malformed("body of more than " + LARGEST_BODY + " bytes");
    }
    String sign = callback.requiredHeader(settings.header());
    byte[][] content = signed.of(callback);
    if (timeHeader != null) {
      SentAt.requireFresh(callback.requiredHeader(timeHeader), callback.receivedAt(), tolerance);
    }
    byte[] code = sign.startsWith(prefix) ? decode(sign.substring(prefix.length())) : null;
    if (code == null) {
      throw UnusableCallback.forged("the signature is not of the account's form");
    }
    if (secrets.get().stream().noneMatch(secret -> secret.made(code, content))) {
      throw UnusableCallback.forged("none of the account's secrets made this signature");
    }
    return events.read(callback);
  }

  private byte[] decode(String text) {
    return settings.codeForm() == CodeForm.HEX ? HexText.decode(text) : Base64Text.decode(text);
  }

  /** All of the family look at the status alone. */
  @Override
  public Reply reply(Answer answer, int failureStatus, String reason) {
    return Reply.empty(answer == Answer.ACCEPT ? 200 : failureStatus);
  }

  @Override
  public boolean punishesFailures() {
    return true;
  }
}
