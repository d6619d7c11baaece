package io.oncepaid.gateway.stripe;

import io.oncepaid.gateway.Callbacks;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Mutations;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestSender;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Sends events as Stripe does. */
final class StripeTestSender implements TestSender {
  static final String SECRET = "whsec_Vw5tQ2nRz8Lk4Ys7Hd1Jp6Xc3Mb9Gf0A";
  static final String HEADER = "stripe-signature";

  /** 2026-03-09T02:15:20Z, when everything happened. */
  static final long CREATED = 1773022520;

  private final String secret;

  StripeTestSender() {
    this(SECRET);
  }

  StripeTestSender(String secret) {
    this.secret = secret;
  }

  @Override
  public Gateway receiver() {
    return receiver(Map.of("stripe.secrets", secret));
  }

  static Gateway receiver(Map<String, String> settings) {
    return new StripeType().open(TestAccount.PROPERTY, TestAccount.configured("stripe", settings));
  }

  /** Signs a body and sends it. */
  RawCallback post(String body, Instant sentAt) {
    return post(body.getBytes(StandardCharsets.UTF_8), sentAt);
  }

  RawCallback post(byte[] body, Instant sentAt) {
    long time = sentAt.getEpochSecond();
    String header = "t=" + time + ",v1=" + v1(secret, time, body);
    return new RawCallback(Map.of(HEADER, List.of(header)), body, sentAt);
  }

  static String v1(String secret, long time, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      mac.update((time + ".").getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An event; object is put in as it is written. */
  static String event(String type, String object) {
    return """
        {"id":"evt_1","object":"event","api_version":"2025-09-30.clover","created":%d,\
        "data":{"object":%s},"livemode":true,"pending_webhooks":1,"type":"%s"}"""
        .formatted(CREATED, object, type);
  }

  /** A payment intent; the amount received is put in as it is written. */
  static String intent(String outTradeNo, String id, String received, String status) {
    return """
        {"id":"%s","object":"payment_intent","amount":9900,"amount_received":%s,\
        "currency":"cny","latest_charge":"ch_1","metadata":{"out_trade_no":"%s"},"status":"%s"}"""
        .formatted(id, received, outTradeNo, status);
  }

  static String succeeded(String outTradeNo, String id, String received) {
    return event("payment_intent.succeeded", intent(outTradeNo, id, received, "succeeded"));
  }

  @Override
  public RawCallback paid(String outTradeNo, String transactionId, long amount, Instant sentAt) {
    return post(succeeded(outTradeNo, transactionId, String.valueOf(amount)), sentAt);
  }

  @Override
  public Map<String, RawCallback> withoutMoney(Instant sentAt) {
    Map<String, RawCallback> messages = new LinkedHashMap<>();
    for (String type :
        List.of(
            "payment_intent.created",
            "payment_intent.processing",
            "payment_intent.requires_action",
            "payment_intent.payment_failed",
            "payment_intent.amount_capturable_updated",
            "charge.succeeded",
            "charge.captured",
            "charge.updated",
            "charge.refunded",
            "charge.dispute.updated",
            "checkout.session.completed",
            "invoice.paid",
            "payout.paid",
            "")) {
      messages.put("type " + type, post(event(type, intent("T1", "pi_1", "0", "x")), sentAt));
    }
    for (String status : List.of("pending", "requires_action")) {
      String refund = "{\"id\":\"re_1\",\"payment_intent\":\"pi_1\",\"status\":\"" + status + "\"}";
      messages.put("refund " + status, post(event("refund.updated", refund), sentAt));
    }
    messages.put("no type", post("{\"object\":\"event\"}", sentAt));
    messages.put("thin", post("{\"object\":\"v2.core.event\",\"created\":\"2026-03-09\"}", sentAt));
    return messages;
  }

  @Override
  public RawCallback paidImpossibly(String outTradeNo, Instant sentAt) {
    return post(succeeded(outTradeNo, "pi_1", "1e2"), sentAt);
  }

  @Override
  public RawCallback signedNonsense(Mutations mutations, Instant sentAt) {
    String event = succeeded("T1", "pi_1", "100");
    return post(mutations.mutate(event.getBytes(StandardCharsets.UTF_8)), sentAt);
  }

  @Override
  public List<String> parts() {
    return List.of(HEADER);
  }

  @Override
  public RawCallback without(RawCallback message, String part) {
    return Callbacks.withHeader(message, part);
  }

  @Override
  public RawCallback twice(RawCallback message, String part) {
    String value = message.headers().get(part).get(0);
    return Callbacks.withHeader(message, part, value, value);
  }

  @Override
  public Stream<RawCallback> signatureFlips(RawCallback message) {
    return Callbacks.headerFlips(message, HEADER);
  }

  @Override
  public Stream<RawCallback> contentFlips(RawCallback message) {
    return Callbacks.bodyFlips(message);
  }

  /** Five minutes are still taken. */
  @Override
  public Optional<Duration> tolerance() {
    return Optional.of(Duration.ofSeconds(300).plusMillis(1));
  }
}
