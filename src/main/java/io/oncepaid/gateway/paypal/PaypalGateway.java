package io.oncepaid.gateway.paypal;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.PaypalConfig;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.RereadKeys;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.VerifyingKey;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * Webhook events of PayPal: signed by a certificate that the message names by its address. Anybody
 * may write that address, so it is taken only where it is PayPal's own, over https.
 */
final class PaypalGateway implements Gateway {
  /** Events have two to five thousand bytes. */
  private static final int LARGEST_BODY = 1 << 18;

  private static final String ID = "paypal-transmission-id";
  private static final String TIME = "paypal-transmission-time";
  private static final String SIGNATURE = "paypal-transmission-sig";
  private static final String ADDRESS = "paypal-cert-url";
  private static final String ALGORITHM = "paypal-auth-algo";

  private static final String PATH = "\\.paypal\\.com/v1/notifications/[0-9A-Za-z_/-]{1,200}";
  private static final Pattern LIVE = Pattern.compile("https://api(-m)?" + PATH);
  private static final Pattern SANDBOX = Pattern.compile("https://api(-m)?\\.sandbox" + PATH);

  /** What is signed is joined by bars: a bar inside could shift text from one part to another. */
  private static final Pattern PLAIN = Pattern.compile("[!-{}~]{1,200}");

  private final String webhookId;
  private final Pattern addresses;
  private final PaypalEvents events;
  private final RereadKeys<PaypalCertificates> certificates;

  PaypalGateway(String property, PaypalConfig settings, CertificateFetch fetch) {
    this.webhookId = settings.webhookId();
    if (!PLAIN.matcher(webhookId).matches()) {
      throw new InvalidSetting(
          property + ".webhook-id", "is no webhook id; copy it from the app's page at PayPal");
    }
    this.addresses = settings.sandbox() ? SANDBOX : LIVE;
    this.events = new PaypalEvents(property, settings);
    this.certificates =
        new RereadKeys<>(files -> PaypalTrust.read(files, property, settings, fetch, addresses));
  }

  @Override
  public CompletionStage<Void> prepare(RawCallback callback) {
    try {
      requireAllowed(callback);
      return certificates.get().know(callback.header(ADDRESS), callback.receivedAt());
    } catch (UnusableCallback toldByRead) {
      return CompletableFuture.completedFuture(null);
    }
  }

  @Override
  public Reading read(RawCallback callback) throws UnusableCallback {
    requireAllowed(callback);
    String time = callback.requiredHeader(TIME);
    String id = callback.requiredHeader(ID);
    byte[] signature = Base64Text.decode(callback.requiredHeader(SIGNATURE));
    if (!PLAIN.matcher(id).matches() || !PLAIN.matcher(time).matches()) {
      throw UnusableCallback.forged("transmission id or time is not plain");
    }
    VerifyingKey key =
        certificates.get().get(callback.requiredHeader(ADDRESS), callback.receivedAt());
    if (!key.isValidAt(callback.receivedAt())) {
      throw UnusableCallback.forged("the certificate that signed it is not valid now");
    }
    byte[] signed =
        String.join("|", id, time, webhookId, checksum(callback.body()))
            .getBytes(StandardCharsets.US_ASCII);
    if (signature == null || !key.verifies(Algorithm.SHA256_RSA, signature, signed)) {
      throw UnusableCallback.forged("the signature does not fit");
    }
    return events.read(callback.body());
  }

  /** Whatever can be said without the certificate; nothing is fetched for anything else. */
  private void requireAllowed(RawCallback callback) throws UnusableCallback {
    if (callback.body().length > LARGEST_BODY) {
      throw UnusableCallback.malformed("body of more than " + LARGEST_BODY + " bytes");
    }
    if (!callback.requiredHeader(ALGORITHM).equals("SHA256withRSA")) {
      throw UnusableCallback.forged("signed by another algorithm than SHA256withRSA");
    }
    if (!addresses.matcher(callback.requiredHeader(ADDRESS)).matches()) {
      throw UnusableCallback.forged("its certificate's address is not PayPal's");
    }
  }

  /** CRC-32 of the exact bytes, an unsigned decimal number. */
  private static String checksum(byte[] body) {
    CRC32 checksum = new CRC32();
    checksum.update(body);
    return Long.toString(checksum.getValue());
  }

  @Override
  public Reply reply(Answer answer, int failureStatus, String reason) {
    return Reply.byStatus(answer, failureStatus, reason);
  }

  /** After 25 failures an event is given up. */
  @Override
  public boolean punishesFailures() {
    return true;
  }
}
