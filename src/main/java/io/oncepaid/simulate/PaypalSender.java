package io.oncepaid.simulate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.CRC32;

/**
 * PayPal's events: transmission id and time, the webhook's id and the body's CRC-32 are signed by
 * the certificate whose address the message names. An honest repeat has the same body, another
 * transmission and another signature. A refund names its capture in a link.
 */
public final class PaypalSender implements Sender {
  static final String HOLDER = "messageverificationcerts.paypal.com";
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String ADDRESS =
      "https://api.paypal.com/v1/notifications/certs/CERT-SIMULATED";
  private static final int DECIMALS = 2;

  private final String account;
  private final String webhookId;
  private final PrivateKey key;
  private final Random random;
  private final Clock clock;

  /**
   * @param random source of the transmission ids; shared by threads as it is thread-safe
   */
  public PaypalSender(
      String account, String webhookId, PrivateKey key, Random random, Clock clock) {
    this.account = account;
    this.webhookId = webhookId;
    this.key = key;
    this.random = random;
    this.clock = clock;
  }

  /**
   * What the service must be told of such an account, by what stands behind its name. The
   * certificate is told, too, so that nothing is fetched.
   *
   * @param certificate of {@link #HOLDER}, base64 of its DER
   */
  static Map<String, String> settings(String webhookId, String certificate) {
    return Map.of(
        "paypal.webhook-id",
        webhookId,
        "paypal.root-certificates",
        certificate,
        "paypal.certificates.\"" + ADDRESS + '"',
        certificate);
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public Callback paid(Trade trade, int attempt) {
    return sent(capture(trade), key, webhookId);
  }

  @Override
  public Callback refunded(Trade trade, Refund refund, int attempt) {
    return refund("PAYMENT.CAPTURE.REFUNDED", "COMPLETED", trade, refund);
  }

  @Override
  public boolean tellsOfFailedRefunds() {
    return true;
  }

  @Override
  public Callback refundFailed(Trade trade, Refund refund, int attempt) {
    return refund("PAYMENT.REFUND.FAILED", "FAILED", trade, refund);
  }

  private Callback refund(String type, String status, Trade trade, Refund refund) {
    ObjectNode resource = JSON.objectNode();
    resource.put("id", refundId(refund));
    resource.put("invoice_id", refund.outRefundNo());
    money(resource.putObject("amount"), refund.amount(), trade.currency());
    money(
        resource.putObject("seller_payable_breakdown").putObject("total_refunded_amount"),
        refund.total(),
        trade.currency());
    resource
        .putArray("links")
        .addObject()
        .put("rel", "up")
        .put("href", "https://api.paypal.com/v2/payments/captures/" + trade.transactionId());
    return sent(event(type, status, resource, refund.at()), key, webhookId);
  }

  @Override
  public String refundId(Refund refund) {
    return "PP-" + refund.outRefundNo();
  }

  /** PayPal sends nothing when an order is never paid. */
  @Override
  public boolean tellsOfClosing() {
    return false;
  }

  @Override
  public Callback closed(Trade trade, int attempt) {
    throw new UnsupportedOperationException("PayPal does not tell of unpaid orders");
  }

  @Override
  public boolean isToldOfRefusals() {
    return false;
  }

  @Override
  public List<Callback> forgeries(Trade trade, PrivateKey stranger) {
    byte[] body = capture(trade);
    Callback genuine = sent(body, key, webhookId);
    return List.of(
        sent(body, stranger, webhookId),
        sent(body, key, "WEBHOOK_ID"),
        new Callback(account, genuine.headers(), capture(trade.withAmount(trade.amount() + 1))),
        genuine.withHeader("PAYPAL-CERT-URL", ADDRESS.replace("paypal.com", "paypal.example")),
        genuine.withHeader("PAYPAL-AUTH-ALGO", "SHA1withRSA"));
  }

  @Override
  public boolean acknowledges(int status, byte[] body) {
    return status >= 200 && status < 300;
  }

  @Override
  public boolean refuses(int status, byte[] body) {
    return status >= 400;
  }

  private static byte[] capture(Trade trade) {
    ObjectNode resource = JSON.objectNode();
    resource.put("id", trade.transactionId());
    resource.put("invoice_id", trade.outTradeNo());
    resource.put("custom_id", trade.subject());
    money(resource.putObject("amount"), trade.amount(), trade.currency());
    return event("PAYMENT.CAPTURE.COMPLETED", "COMPLETED", resource, trade.at());
  }

  private static void money(ObjectNode amount, long minor, String currency) {
    amount.put("currency_code", currency);
    amount.put("value", BigDecimal.valueOf(minor, DECIMALS).toPlainString());
  }

  private static byte[] event(String type, String status, ObjectNode resource, Instant at) {
    resource.put("status", status);
    resource.put("update_time", at.toString());
    ObjectNode event = JSON.objectNode();
    event.put("id", "WH-" + resource.path("id").asText());
    event.put("create_time", at.toString());
    event.put("event_type", type);
    event.set("resource", resource);
    return event.toString().getBytes(StandardCharsets.UTF_8);
  }

  private Callback sent(byte[] body, PrivateKey by, String webhook) {
    String id = Long.toHexString(random.nextLong());
    String time = clock.instant().toString();
    CRC32 checksum = new CRC32();
    checksum.update(body);
    String signed = String.join("|", id, time, webhook, Long.toString(checksum.getValue()));
    Map<String, String> headers = new HashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("PAYPAL-TRANSMISSION-ID", id);
    headers.put("PAYPAL-TRANSMISSION-TIME", time);
    headers.put("PAYPAL-CERT-URL", ADDRESS);
    headers.put("PAYPAL-AUTH-ALGO", "SHA256withRSA");
    headers.put(
        "PAYPAL-TRANSMISSION-SIG", RsaKeys.sign(by, signed.getBytes(StandardCharsets.US_ASCII)));
    return new Callback(account, Map.copyOf(headers), body);
  }
}
