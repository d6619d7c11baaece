package io.oncepaid.simulate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Square's webhooks, for the HMAC family: the address and the body are signed, a refund names its
 * payment by the payment's id alone, and an honest repeat has the same bytes.
 */
public final class SquareSender implements Sender {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String SIGNATURE = "x-square-hmacsha256-signature";

  private final String account;
  private final String url;
  private final byte[] secret;

  /**
   * @param url as it is in the account's settings
   */
  public SquareSender(String account, String url, String secret) {
    this.account = account;
    this.url = url;
    this.secret = secret.getBytes(StandardCharsets.UTF_8);
  }

  /** What the service must be told of such an account, by what stands behind its name. */
  static Map<String, String> settings(String url, String secret) {
    String events = "hmac.events.";
    String payment = "data.object.payment.";
    String refund = "data.object.refund.";
    return Map.ofEntries(
        Map.entry("hmac.secrets", secret),
        Map.entry("hmac.header", SIGNATURE),
        Map.entry("hmac.code-form", "base64"),
        Map.entry("hmac.signed", "url,body"),
        Map.entry("hmac.url", url),
        Map.entry(events + "paid.when", "type=payment.updated," + payment + "status=COMPLETED"),
        Map.entry(events + "paid.kind", "paid"),
        Map.entry(events + "paid.out-trade-no", payment + "reference_id"),
        Map.entry(events + "paid.transaction-id", payment + "id"),
        Map.entry(events + "paid.amount", payment + "amount_money.amount"),
        Map.entry(events + "paid.currency", payment + "amount_money.currency"),
        Map.entry(events + "paid.time", payment + "updated_at"),
        Map.entry(events + "closed.when", "type=payment.updated," + payment + "status=CANCELED"),
        Map.entry(events + "closed.kind", "closed"),
        Map.entry(events + "closed.out-trade-no", payment + "reference_id"),
        Map.entry(events + "failed.when", "type=refund.updated," + refund + "status=FAILED"),
        Map.entry(events + "failed.kind", "refund-failed"),
        Map.entry(events + "failed.transaction-id", refund + "payment_id"),
        Map.entry(events + "failed.refund-id", refund + "id"),
        Map.entry(events + "failed.amount", refund + "amount_money.amount"),
        Map.entry(events + "failed.currency", refund + "amount_money.currency"),
        Map.entry(events + "failed.time", refund + "updated_at"),
        Map.entry(events + "refunded.when", "type=refund.updated," + refund + "status=COMPLETED"),
        Map.entry(events + "refunded.kind", "refunded"),
        Map.entry(events + "refunded.transaction-id", refund + "payment_id"),
        Map.entry(events + "refunded.refund-id", refund + "id"),
        Map.entry(events + "refunded.amount", refund + "amount_money.amount"),
        Map.entry(events + "refunded.currency", refund + "amount_money.currency"),
        Map.entry(events + "refunded.time", refund + "updated_at"));
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
    return signed(payment(trade, "COMPLETED"), secret);
  }

  @Override
  public Callback refunded(Trade trade, Refund refund, int attempt) {
    return refund("COMPLETED", trade, refund);
  }

  @Override
  public boolean tellsOfFailedRefunds() {
    return true;
  }

  @Override
  public Callback refundFailed(Trade trade, Refund refund, int attempt) {
    return refund("FAILED", trade, refund);
  }

  private Callback refund(String status, Trade trade, Refund refund) {
    ObjectNode body = event("refund.updated", "refund");
    ObjectNode object = body.withObject("/data/object/refund");
    object.put("id", refundId(refund));
    object.put("payment_id", trade.transactionId());
    object.put("status", status);
    money(object, refund.amount(), trade.currency());
    object.put("updated_at", refund.at().toString());
    return signed(bytes(body), secret);
  }

  @Override
  public String refundId(Refund refund) {
    return "sq-" + refund.outRefundNo();
  }

  @Override
  public boolean tellsOfClosing() {
    return true;
  }

  @Override
  public Callback closed(Trade trade, int attempt) {
    return signed(payment(trade, "CANCELED"), secret);
  }

  @Override
  public boolean isToldOfRefusals() {
    return false;
  }

  @Override
  public List<Callback> forgeries(Trade trade, PrivateKey stranger) {
    Callback genuine = paid(trade, 0);
    return List.of(
        signed(payment(trade, "COMPLETED"), stranger.getEncoded()),
        new Callback(
            account, genuine.headers(), payment(trade.withAmount(trade.amount() + 1), "COMPLETED")),
        genuine.withHeader(SIGNATURE, "AAAA"));
  }

  @Override
  public boolean acknowledges(int status, byte[] body) {
    return status >= 200 && status < 300;
  }

  @Override
  public boolean refuses(int status, byte[] body) {
    return status >= 400;
  }

  private static byte[] payment(Trade trade, String status) {
    ObjectNode body = event("payment.updated", "payment");
    ObjectNode object = body.withObject("/data/object/payment");
    object.put("id", trade.transactionId());
    object.put("reference_id", trade.outTradeNo());
    object.put("status", status);
    money(object, trade.amount(), trade.currency());
    object.put("note", trade.subject());
    object.put("updated_at", trade.at().toString());
    return bytes(body);
  }

  private static ObjectNode event(String type, String object) {
    ObjectNode body = JSON.objectNode();
    body.put("merchant_id", "MLSIMULATED");
    body.put("type", type);
    body.withObject("/data").put("type", object);
    return body;
  }

  private static void money(ObjectNode object, long amount, String currency) {
    object.withObject("/amount_money").put("amount", amount).put("currency", currency);
  }

  private static byte[] bytes(ObjectNode body) {
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }

  private Callback signed(byte[] body, byte[] key) {
    String code = Base64.getEncoder().encodeToString(Hmacs.sha256(key, url, body));
    return new Callback(account, Map.of("Content-Type", "application/json", SIGNATURE, code), body);
  }
}
