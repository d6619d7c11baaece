package io.oncepaid.simulate;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * WeChat Pay's v3 notifications: an envelope around a resource that is encrypted by AES-256-GCM
 * under the APIv3 key; timestamp, nonce and body are signed. An honest repeat has a new timestamp,
 * two new nonces, another ciphertext and another signature.
 */
public final class WechatpaySender implements Sender {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssXXX").withZone(ZoneId.of("Asia/Shanghai"));
  private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final Duration STALE = Duration.ofMinutes(10);
  private static final int TAG_BITS = 128;

  /**
   * Who is paid, and by which keys.
   *
   * @param publicKeyId the id under which the service holds the public half ({@code PUB_KEY_ID_…})
   * @param apiV3Key 32 characters
   */
  public record Contract(
      String account, String mchId, String appId, String publicKeyId, String apiV3Key) {}

  private final Contract contract;
  private final PrivateKey key;
  private final Random random;
  private final Clock clock;

  /**
   * @param random source of the nonces; shared by threads as it is thread-safe
   * @param clock gives the time of sending, which the receiver checks
   */
  public WechatpaySender(Contract contract, PrivateKey key, Random random, Clock clock) {
    this.contract = contract;
    this.key = key;
    this.random = random;
    this.clock = clock;
  }

  @Override
  public String account() {
    return contract.account();
  }

  @Override
  public Callback paid(Trade trade, int attempt) {
    return signed(envelope("TRANSACTION.SUCCESS", "transaction", transaction(trade)));
  }

  @Override
  public Callback refunded(Trade trade, Refund refund, int attempt) {
    ObjectNode content = JSON.objectNode();
    content.put("mchid", contract.mchId());
    content.put("out_trade_no", trade.outTradeNo());
    content.put("transaction_id", trade.transactionId());
    content.put("out_refund_no", refund.outRefundNo());
    content.put("refund_id", refundId(refund));
    content.put("refund_status", "SUCCESS");
    content.put("success_time", TIME.format(refund.at()));
    content.put("user_received_account", "支付用户零钱");
    content
        .putObject("amount")
        .put("total", trade.amount())
        .put("refund", refund.amount())
        .put("payer_total", trade.amount())
        .put("payer_refund", refund.amount());
    return signed(envelope("REFUND.SUCCESS", "refund", content));
  }

  @Override
  public String refundId(Refund refund) {
    return UUID.nameUUIDFromBytes(refund.outRefundNo().getBytes(StandardCharsets.UTF_8))
        .toString()
        .replace("-", "");
  }

  /** WeChat Pay sends nothing when an order expires or is closed. */
  @Override
  public boolean tellsOfClosing() {
    return false;
  }

  @Override
  public Callback closed(Trade trade, int attempt) {
    throw new UnsupportedOperationException("WeChat Pay does not tell of closed orders");
  }

  @Override
  public List<Callback> forgeries(Trade trade, PrivateKey stranger) {
    byte[] body = envelope("TRANSACTION.SUCCESS", "transaction", transaction(trade));
    Callback genuine = signed(body);
    byte[] changed = body.clone();
    int digit = new String(body, StandardCharsets.ISO_8859_1).indexOf("summary") + 10;
    changed[digit] ^= 1;
    return List.of(
        signed(body, stranger, clock.instant()),
        new Callback(account(), genuine.headers(), changed),
        signed(body, key, clock.instant().minus(STALE)),
        genuine.withHeader("Wechatpay-Signature", "WECHATPAY/SIGNTEST/" + letters(32)));
  }

  @Override
  public boolean acknowledges(int status, byte[] body) {
    return (status == 200 || status == 204) && body.length == 0;
  }

  @Override
  public boolean refuses(int status, byte[] body) {
    return status >= 400
        && new String(body, StandardCharsets.UTF_8).startsWith("{\"code\":\"FAIL\"");
  }

  private ObjectNode transaction(Trade trade) {
    ObjectNode content = JSON.objectNode();
    content.put("mchid", contract.mchId());
    content.put("appid", contract.appId());
    content.put("out_trade_no", trade.outTradeNo());
    content.put("transaction_id", trade.transactionId());
    content.put("trade_type", "JSAPI");
    content.put("trade_state", "SUCCESS");
    content.put("trade_state_desc", "支付成功");
    content.put("bank_type", "OTHERS");
    content.put("attach", trade.subject());
    content.put("success_time", TIME.format(trade.at()));
    content.putObject("payer").put("openid", "o-simulated");
    content
        .putObject("amount")
        .put("total", trade.amount())
        .put("payer_total", trade.amount())
        .put("currency", trade.currency())
        .put("payer_currency", trade.currency());
    return content;
  }

  private byte[] envelope(String eventType, String originalType, ObjectNode content) {
    String nonce = letters(12);
    ObjectNode envelope = JSON.objectNode();
    envelope.put("id", "EV-" + letters(32));
    envelope.put("create_time", TIME.format(clock.instant()));
    envelope.put("resource_type", "encrypt-resource");
    envelope.put("event_type", eventType);
    envelope.put("summary", "simulated");
    envelope
        .putObject("resource")
        .put("original_type", originalType)
        .put("algorithm", "AEAD_AES_256_GCM")
        .put("ciphertext", encrypted(content.toString(), nonce, originalType))
        .put("associated_data", originalType)
        .put("nonce", nonce);
    return envelope.toString().getBytes(StandardCharsets.UTF_8);
  }

  private String encrypted(String content, String nonce, String associatedData) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(contract.apiV3Key().getBytes(StandardCharsets.UTF_8), "AES"),
          new GCMParameterSpec(TAG_BITS, nonce.getBytes(StandardCharsets.UTF_8)));
      cipher.updateAAD(associatedData.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder()
          .encodeToString(cipher.doFinal(content.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private Callback signed(byte[] body) {
    return signed(body, key, clock.instant());
  }

  private Callback signed(byte[] body, PrivateKey by, Instant at) {
    String timestamp = Long.toString(at.getEpochSecond());
    String nonce = letters(32);
    String content =
        timestamp + "\n" + nonce + "\n" + new String(body, StandardCharsets.UTF_8) + "\n";
    return new Callback(
        account(),
        Map.of(
            "Content-Type",
            "application/json",
            "Wechatpay-Serial",
            contract.publicKeyId(),
            "Wechatpay-Signature-Type",
            "WECHATPAY2-SHA256-RSA2048",
            "Wechatpay-Timestamp",
            timestamp,
            "Wechatpay-Nonce",
            nonce,
            "Wechatpay-Signature",
            RsaKeys.sign(by, content.getBytes(StandardCharsets.UTF_8))),
        body);
  }

  private String letters(int count) {
    return random
        .ints(count, 0, ALPHABET.length())
        .collect(StringBuilder::new, (text, i) -> text.append(ALPHABET.charAt(i)), (a, b) -> {})
        .toString();
  }
}
