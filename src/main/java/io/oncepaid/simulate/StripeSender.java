package io.oncepaid.simulate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Stripe's events: the time of sending and the body are signed by an HMAC. An honest repeat has the
 * same body, another time and another signature. A refund names its payment intent alone.
 */
public final class StripeSender implements Sender {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Duration STALE = Duration.ofMinutes(10);
  private static final String HEADER = "Stripe-Signature";

  private final String account;
  private final byte[] secret;
  private final Clock clock;

  /**
   * @param secret whsec_…, which is the key as it stands
   * @param clock gives the time of sending, which the receiver checks
   */
  public StripeSender(String account, String secret, Clock clock) {
    this.account = account;
    this.secret = secret.getBytes(StandardCharsets.US_ASCII);
    this.clock = clock;
  }

  /** What the service must be told of such an account, by what stands behind its name. */
  static Map<String, String> settings(String secret) {
    return Map.of("stripe.secrets", secret);
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public Callback paid(Trade trade, int attempt) {
    return sent(intent("payment_intent.succeeded", "succeeded", trade));
  }

  @Override
  public Callback refunded(Trade trade, Refund refund, int attempt) {
    return refund("refund.updated", "succeeded", trade, refund);
  }

  @Override
  public boolean tellsOfFailedRefunds() {
    return true;
  }

  @Override
  public Callback refundFailed(Trade trade, Refund refund, int attempt) {
    return refund("refund.failed", "failed", trade, refund);
  }

  @Override
  public boolean tellsOfChargebacks() {
    return true;
  }

  @Override
  public Callback chargeback(Trade trade, boolean reversed, int attempt) {
    ObjectNode object = JSON.objectNode();
    object.put("id", "dp_" + trade.transactionId());
    object.put("object", "dispute");
    object.put("amount", trade.amount());
    object.put("currency", trade.currency().toLowerCase(Locale.ROOT));
    object.put("payment_intent", trade.transactionId());
    object.put("status", reversed ? "won" : "needs_response");
    String type = reversed ? "charge.dispute.funds_reinstated" : "charge.dispute.funds_withdrawn";
    return sent(event(type, trade.transactionId() + type, trade.at(), object));
  }

  private Callback refund(String type, String status, Trade trade, Refund refund) {
    ObjectNode object = JSON.objectNode();
    object.put("id", refundId(refund));
    object.put("object", "refund");
    object.put("amount", refund.amount());
    object.put("currency", trade.currency().toLowerCase(Locale.ROOT));
    object.put("payment_intent", trade.transactionId());
    object.put("status", status);
    object.putObject("metadata").put("out_refund_no", refund.outRefundNo());
    return sent(event(type, refundId(refund) + status, refund.at(), object));
  }

  @Override
  public String refundId(Refund refund) {
    return "re_" + refund.outRefundNo();
  }

  @Override
  public boolean tellsOfClosing() {
    return true;
  }

  @Override
  public Callback closed(Trade trade, int attempt) {
    return sent(intent("payment_intent.canceled", "canceled", trade));
  }

  @Override
  public boolean isToldOfRefusals() {
    return false;
  }

  @Override
  public List<Callback> forgeries(Trade trade, PrivateKey stranger) {
    byte[] body = intent("payment_intent.succeeded", "succeeded", trade);
    byte[] more =
        intent("payment_intent.succeeded", "succeeded", trade.withAmount(trade.amount() + 1));
    Instant now = clock.instant();
    return List.of(
        signed(body, stranger.getEncoded(), now),
        signed(body, secret, now.minus(STALE)),
        signed(body, secret, now.plus(STALE)),
        new Callback(account, sent(body).headers(), more),
        sent(body).withHeader(HEADER, "t=" + now.getEpochSecond() + ",v0=00"));
  }

  @Override
  public boolean acknowledges(int status, byte[] body) {
    return status >= 200 && status < 300;
  }

  @Override
  public boolean refuses(int status, byte[] body) {
    return status >= 400;
  }

  private static byte[] intent(String type, String status, Trade trade) {
    ObjectNode object = JSON.objectNode();
    object.put("id", trade.transactionId());
    object.put("object", "payment_intent");
    object.put("amount", trade.amount());
    object.put("amount_received", status.equals("succeeded") ? trade.amount() : 0);
    object.put("currency", trade.currency().toLowerCase(Locale.ROOT));
    object.put("description", trade.subject());
    object.put("status", status);
    object.putObject("metadata").put("out_trade_no", trade.outTradeNo());
    return event(type, trade.transactionId(), trade.at(), object);
  }

  private static byte[] event(String type, String id, Instant created, ObjectNode object) {
    ObjectNode event = JSON.objectNode();
    event.put("id", "evt_" + id);
    event.put("object", "event");
    event.put("created", created.getEpochSecond());
    event.putObject("data").set("object", object);
    event.put("livemode", true);
    event.put("type", type);
    return event.toString().getBytes(StandardCharsets.UTF_8);
  }

  private Callback sent(byte[] body) {
    return signed(body, secret, clock.instant());
  }

  private Callback signed(byte[] body, byte[] by, Instant sentAt) {
    String time = Long.toString(sentAt.getEpochSecond());
    String code = HexFormat.of().formatHex(Hmacs.sha256(by, time + '.', body));
    return new Callback(
        account,
        Map.of("Content-Type", "application/json", HEADER, "t=" + time + ",v1=" + code),
        body);
  }
}
