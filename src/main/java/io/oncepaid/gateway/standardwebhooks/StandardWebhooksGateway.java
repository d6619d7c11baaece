package io.oncepaid.gateway.standardwebhooks;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.MappedEvents;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.SentAt;
import io.oncepaid.gateway.StandardWebhooksConfig;
import io.oncepaid.gateway.UnusableCallback;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/** Any sender that signs as Standard Webhooks say; what its messages mean is a setting. */
final class StandardWebhooksGateway implements Gateway {
  private static final int LARGEST_BODY = 1 << 18;

  /** During a rotation there are two entries, or four with both kinds of keys. */
  private static final int MOST_ENTRIES = 16;

  /** A full stop in the id could move text between id, time and body. */
  private static final Pattern ID = Pattern.compile("[!-\\-/-~]{1,256}");

  private static final Pattern HEADER_PREFIX = Pattern.compile("[0-9A-Za-z-]{1,64}");

  private final String idHeader;
  private final String timeHeader;
  private final String signatureHeader;
  private final Duration tolerance;
  private final MappedEvents events;
  private final RereadKeys<StandardWebhooksKeys> keys;

  StandardWebhooksGateway(String property, StandardWebhooksConfig settings) {
    if (!HEADER_PREFIX.matcher(settings.headerPrefix()).matches()) {
      throw new InvalidSetting(property + ".header-prefix", "must be like webhook or svix");
    }
    this.idHeader = settings.headerPrefix() + "-id";
    this.timeHeader = settings.headerPrefix() + "-timestamp";
    this.signatureHeader = settings.headerPrefix() + "-signature";
    this.tolerance = settings.tolerance();
    if (tolerance.isNegative() || tolerance.isZero()) {
      throw new InvalidSetting(property + ".tolerance", "must be longer than nothing");
    }
    this.events =
        new MappedEvents(
            property, settings.events(), settings.require().orElse(List.of()), settings.decimals());
    this.keys = new RereadKeys<>(files -> StandardWebhooksKeys.read(files, property, settings));
  }

  @Override
  public Reading read(RawCallback callback) throws UnusableCallback {
    if (callback.body().length > LARGEST_BODY) {
      throw UnusableCallback.malformed("body of more than " + LARGEST_BODY + " bytes");
    }
    String id = callback.requiredHeader(idHeader);
    String time = callback.requiredHeader(timeHeader);
    String signatures = callback.requiredHeader(signatureHeader);
    if (!ID.matcher(id).matches()) {
      throw UnusableCallback.malformed("the id is not plain");
    }
    SentAt.requireFresh(time, callback.receivedAt(), tolerance);
    byte[] head = (id + '.' + time + '.').getBytes(StandardCharsets.US_ASCII);
    if (!isSigned(signatures, head, callback.body())) {
      throw UnusableCallback.forged("no key of the account made any of the signatures");
    }
    return events.read(callback);
  }

  private boolean isSigned(String signatures, byte[] head, byte[] body) throws UnusableCallback {
    String[] entries = signatures.split(" ", MOST_ENTRIES + 1);
    if (entries.length > MOST_ENTRIES) {
      throw UnusableCallback.malformed("more than " + MOST_ENTRIES + " signatures");
    }
    StandardWebhooksKeys current = keys.get();
    for (String entry : entries) {
      int comma = entry.indexOf(',');
      byte[] signature = comma < 0 ? null : Base64Text.decode(entry.substring(comma + 1));
      if (signature != null && current.made(entry.substring(0, comma), signature, head, body)) {
        return true;
      }
    }
    return false;
  }

  /** The status alone counts; 410 is never sent, it would end the sending for good. */
  @Override
  public Reply reply(Answer answer, int failureStatus, String reason) {
    return Reply.empty(answer == Answer.ACCEPT ? 204 : failureStatus);
  }

  @Override
  public boolean punishesFailures() {
    return true;
  }
}
