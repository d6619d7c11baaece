package io.oncepaid.simulate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Adyen's standard webhooks, one item each: eight texts are signed by an HMAC, which lies beside
 * them. An honest repeat is the same bytes; a failure would hold back all that comes behind it, so
 * the service never asks for one.
 */
public final class AdyenSender implements Sender {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final byte[] ACCEPTED = "[accepted]".getBytes(StandardCharsets.US_ASCII);

  private final String account;
  private final String merchantAccount;
  private final byte[] key;

  /**
   * @param key hexadecimal
   */
  public AdyenSender(String account, String merchantAccount, String key) {
    this.account = account;
    this.merchantAccount = merchantAccount;
    this.key = HexFormat.of().parseHex(key);
  }

  /** What the service must be told of such an account, by what stands behind its name. */
  static Map<String, String> settings(String merchantAccount, String key) {
    return Map.of("adyen.merchant-accounts", merchantAccount, "adyen.hmac-keys", key);
  }

  @Override
  public String account() {
    return account;
  }

  @Override
  public Callback paid(Trade trade, int attempt) {
    return sent(payment("AUTHORISATION", trade), key);
  }

  @Override
  public Callback refunded(Trade trade, Refund refund, int attempt) {
    return refund("REFUND", trade, refund);
  }

  @Override
  public boolean tellsOfFailedRefunds() {
    return true;
  }

  @Override
  public Callback refundFailed(Trade trade, Refund refund, int attempt) {
    return refund("REFUND_FAILED", trade, refund);
  }

  @Override
  public boolean tellsOfChargebacks() {
    return true;
  }

  @Override
  public Callback chargeback(Trade trade, boolean reversed, int attempt) {
    return sent(
        item(
            reversed ? "CHARGEBACK_REVERSED" : "CHARGEBACK",
            "D" + trade.transactionId(),
            trade.transactionId(),
            trade.outTradeNo(),
            trade.amount(),
            trade.currency(),
            trade.at()),
        key);
  }

  private Callback refund(String event, Trade trade, Refund refund) {
    return sent(
        item(
            event,
            refundId(refund),
            trade.transactionId(),
            refund.outRefundNo(),
            refund.amount(),
            trade.currency(),
            refund.at()),
        key);
  }

  @Override
  public String refundId(Refund refund) {
    return "R" + refund.outRefundNo();
  }

  @Override
  public boolean tellsOfClosing() {
    return true;
  }

  @Override
  public Callback closed(Trade trade, int attempt) {
    return sent(payment("CANCELLATION", trade), key);
  }

  @Override
  public boolean isToldOfRefusals() {
    return false;
  }

  @Override
  public boolean isAskedToRepeat() {
    return false;
  }

  @Override
  public List<Callback> forgeries(Trade trade, PrivateKey stranger) {
    ObjectNode item = payment("AUTHORISATION", trade);
    ObjectNode more = payment("AUTHORISATION", trade.withAmount(trade.amount() + 1));
    ObjectNode theirs = payment("AUTHORISATION", trade).put("merchantAccountCode", "Somebody");
    return List.of(
        sent(item, stranger.getEncoded()),
        sent(theirs, key),
        posted(more, signature(payment("AUTHORISATION", trade), key)),
        posted(item, "AAAA"));
  }

  @Override
  public boolean acknowledges(int status, byte[] body) {
    return status == 200 && Arrays.equals(body, ACCEPTED);
  }

  @Override
  public boolean refuses(int status, byte[] body) {
    return status >= 400;
  }

  private ObjectNode payment(String event, Trade trade) {
    boolean paid = event.equals("AUTHORISATION");
    return item(
        event,
        paid ? trade.transactionId() : "C" + trade.transactionId(),
        paid ? "" : trade.transactionId(),
        trade.outTradeNo(),
        trade.amount(),
        trade.currency(),
        trade.at());
  }

  private ObjectNode item(
      String event,
      String psp,
      String original,
      String reference,
      long amount,
      String currency,
      Instant at) {
    ObjectNode item = JSON.objectNode();
    item.put("eventCode", event);
    item.put("eventDate", at.toString());
    item.put("merchantAccountCode", merchantAccount);
    item.put("merchantReference", reference);
    item.put("originalReference", original);
    item.put("pspReference", psp);
    item.put("success", "true");
    item.putObject("amount").put("value", amount).put("currency", currency);
    return item;
  }

  private Callback sent(ObjectNode item, byte[] by) {
    return posted(item, signature(item, by));
  }

  private static String signature(ObjectNode item, byte[] by) {
    String signed =
        String.join(
            ":",
            item.path("pspReference").asText(),
            item.path("originalReference").asText(),
            item.path("merchantAccountCode").asText(),
            item.path("merchantReference").asText(),
            item.path("amount").path("value").asText(),
            item.path("amount").path("currency").asText(),
            item.path("eventCode").asText(),
            item.path("success").asText());
    return Base64.getEncoder().encodeToString(Hmacs.sha256(by, signed, new byte[0]));
  }

  private Callback posted(ObjectNode item, String signature) {
    ObjectNode signed = item.deepCopy();
    signed.putObject("additionalData").put("hmacSignature", signature);
    ObjectNode body = JSON.objectNode();
    body.put("live", "true");
    body.putArray("notificationItems").addObject().set("NotificationRequestItem", signed);
    return new Callback(
        account,
        Map.of("Content-Type", "application/json"),
        body.toString().getBytes(StandardCharsets.UTF_8));
  }
}
