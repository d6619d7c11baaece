package io.oncepaid.simulate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * A sender by Standard Webhooks, with a secret: id, time and body are signed, and an honest repeat
 * has the same id and body, another time and another signature.
 */
public final class StandardWebhooksSender implements Sender {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Duration STALE = Duration.ofMinutes(10);
  private static final String PREFIX = "whsec_";
  private static final int KEY_BYTES = 32;

  private final String account;
  private final byte[] key;
  private final Clock clock;

  /**
   * @param secret whsec_…
   * @param clock gives the time of sending, which the receiver checks
   */
  public StandardWebhooksSender(String account, String secret, Clock clock) {
    this.account = account;
    this.key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
    this.clock = clock;
  }

  /** What the service must be told of such an account, by what stands behind its name. */
  static Map<String, String> settings(String secret) {
    String events = "standard-webhooks.events.";
    return Map.ofEntries(
        Map.entry("standard-webhooks.secrets", secret),
        Map.entry(events + "paid.when", "type=payment.succeeded"),
        Map.entry(events + "paid.kind", "paid"),
        Map.entry(events + "paid.out-trade-no", "data.out_trade_no"),
        Map.entry(events + "paid.transaction-id", "data.transaction_id"),
        Map.entry(events + "paid.amount", "data.amount"),
        Map.entry(events + "paid.currency", "data.currency"),
        Map.entry(events + "paid.time", "timestamp"),
        Map.entry(events + "refunded.when", "type=refund.succeeded"),
        Map.entry(events + "refunded.kind", "refunded"),
        Map.entry(events + "refunded.out-trade-no", "data.out_trade_no"),
        Map.entry(events + "refunded.transaction-id", "data.transaction_id"),
        Map.entry(events + "refunded.out-refund-no", "data.out_refund_no"),
        Map.entry(events + "refunded.amount", "data.amount"),
        Map.entry(events + "refunded.currency", "data.currency"),
        Map.entry(events + "refunded.time", "timestamp"),
        Map.entry(events + "closed.when", "type=payment.expired"),
        Map.entry(events + "closed.kind", "closed"),
        Map.entry(events + "closed.out-trade-no", "data.out_trade_no"),
        Map.entry(events + "closed.time", "timestamp"));
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public boolean givesBills() {
    return false;
  }

  @Override
  public Callback paid(Trade trade, int attempt) {
    return sent("pay-" + trade.transactionId(), body("payment.succeeded", trade, null));
  }

  @Override
  public Callback refunded(Trade trade, Refund refund, int attempt) {
    return sent("refund-" + refund.outRefundNo(), body("refund.succeeded", trade, refund));
  }

  @Override
  public boolean tellsOfClosing() {
    return true;
  }

  @Override
  public Callback closed(Trade trade, int attempt) {
    return sent("close-" + trade.outTradeNo(), body("payment.expired", trade, null));
  }

  @Override
  public boolean isToldOfRefusals() {
    return false;
  }

  @Override
  public List<Callback> forgeries(Trade trade, PrivateKey stranger) {
    byte[] body = body("payment.succeeded", trade, null);
    Callback genuine = paid(trade, 0);
    Instant now = clock.instant();
    return List.of(
        signed("pay-1", body, Arrays.copyOf(stranger.getEncoded(), KEY_BYTES), now),
        signed("pay-1", body, key, now.minus(STALE)),
        new Callback(
            account,
            genuine.headers(),
            body("payment.succeeded", trade.withAmount(trade.amount() + 1), null)),
        genuine.withHeader("webhook-id", "pay-2"));
  }

  @Override
  public boolean acknowledges(int status, byte[] body) {
    return status >= 200 && status < 300;
  }

  @Override
  public boolean refuses(int status, byte[] body) {
    return status >= 400 && status != 410;
  }

  private static byte[] body(String type, Trade trade, Refund refund) {
    ObjectNode body = JSON.objectNode();
    body.put("type", type);
    body.put("timestamp", (refund == null ? trade.at() : refund.at()).toString());
    ObjectNode data = body.putObject("data");
    data.put("out_trade_no", trade.outTradeNo());
    data.put("transaction_id", trade.transactionId());
    data.put("amount", refund == null ? trade.amount() : refund.amount());
    data.put("currency", trade.currency());
    data.put("subject", trade.subject());
    if (refund != null) {
      data.put("out_refund_no", refund.outRefundNo());
    }
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }

  private Callback sent(String id, byte[] body) {
    return signed(id, body, key, clock.instant());
  }

  private Callback signed(String id, byte[] body, byte[] by, Instant sentAt) {
    String time = Long.toString(sentAt.getEpochSecond());
    byte[] code = Hmacs.sha256(by, id + '.' + time + '.', body);
    return new Callback(
        account,
        Map.of(
            "Content-Type",
            "application/json",
            "webhook-id",
            id,
            "webhook-timestamp",
            time,
            "webhook-signature",
            "v1," + Base64.getEncoder().encodeToString(code)),
        body);
  }
}
