package io.oncepaid.gateway.stripe;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Keys;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.SentAt;
import io.oncepaid.gateway.SharedSecret;
import io.oncepaid.gateway.SharedSecret.Hash;
import io.oncepaid.gateway.UnusableCallback;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Webhook events of Stripe: JSON under an HMAC that is rolled with two secrets at once. */
final class StripeGateway implements Gateway {
  /** Events have a few thousand bytes; those with 50 metadata keys about 40,000. */
  private static final int LARGEST_BODY = 1 << 18;

  private static final String SECRET_PREFIX = "whsec_";

  private final Duration tolerance;
  private final RereadKeys<List<SharedSecret>> secrets;
  private final StripeEvents events;

  StripeGateway(String property, AccountConfig.Stripe settings) {
    this.tolerance = settings.tolerance();
    if (tolerance.isNegative() || tolerance.isZero()) {
      throw new InvalidSetting(property + ".tolerance", "must be longer than nothing");
    }
    this.events = new StripeEvents(property, settings);
    this.secrets = new RereadKeys<>(files -> secrets(files, property + ".secrets", settings));
  }

  /** The key is the whole text, its prefix included. */
  private static List<SharedSecret> secrets(
      Keys files, String property, AccountConfig.Stripe settings) {
    List<SharedSecret> secrets = new ArrayList<>();
    for (String setting : settings.secrets()) {
      String secret = files.secret(property, setting);
      if (!secret.startsWith(SECRET_PREFIX)) {
        throw new InvalidSetting(
            property, "must begin with whsec_: the endpoint's signing secret, not an API key");
      }
      secrets.add(new SharedSecret(Hash.SHA256, secret.getBytes(StandardCharsets.UTF_8)));
    }
    return List.copyOf(secrets);
  }

  @Override
  public Reading read(RawCallback callback) throws UnusableCallback {
    if (callback.body().length > LARGEST_BODY) {
      throw UnusableCallback.malformed("body of more than " + LARGEST_BODY + " bytes");
    }
    StripeSignature signature = StripeSignature.parse(callback.requiredHeader("stripe-signature"));
    SentAt.requireFresh(signature.time(), callback.receivedAt(), tolerance);
    if (!signature.isOver(callback.body(), secrets.get())) {
      throw UnusableCallback.forged("no secret that is valid now made this signature");
    }
    return events.read(callback.body());
  }

  @Override
  public Reply reply(Answer answer, int failureStatus, String reason) {
    return Reply.byStatus(answer, failureStatus, reason);
  }

  /** Endpoints that keep failing are disabled. */
  @Override
  public boolean punishesFailures() {
    return true;
  }
}
