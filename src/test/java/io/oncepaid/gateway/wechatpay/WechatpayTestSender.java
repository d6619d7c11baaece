package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.Callbacks;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Mutations;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestAccount.TestWechatpay;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestSender;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Sends notifications as WeChat Pay does. */
final class WechatpayTestSender implements TestSender {
  static final String MERCHANT = "1900000001";
  static final String APP = "wx0000000000000001";
  static final String KEY_ID = "PUB_KEY_ID_0100000000002026030900000000001";
  static final String API_KEY = "Kq3vT8yLw2ZpR6nBs9DfHj4MxCgQe7Ua";

  private static final AtomicInteger NONCES = new AtomicInteger();

  private final KeyPair keys;
  private final String serial;

  WechatpayTestSender() {
    this(TestKeys.one(), KEY_ID);
  }

  WechatpayTestSender(KeyPair keys, String serial) {
    this.keys = keys;
    this.serial = serial;
  }

  KeyPair keys() {
    return keys;
  }

  TestWechatpay account() {
    return TestWechatpay.of(MERCHANT, API_KEY, Map.of(KEY_ID, TestKeys.pem(keys.getPublic())))
        .withApps(APP);
  }

  @Override
  public Gateway receiver() {
    return receiver(account());
  }

  static Gateway receiver(TestWechatpay account) {
    return new WechatpayType().open(TestAccount.PROPERTY, TestAccount.of(account));
  }

  /** Encrypts a resource and sends it. */
  RawCallback send(String eventType, String resource, Instant sentAt) {
    return post(envelope(eventType, resource.getBytes(StandardCharsets.UTF_8)), sentAt);
  }

  String envelope(String eventType, byte[] resource) {
    String nonce = "%012d".formatted(NONCES.incrementAndGet());
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(API_KEY.getBytes(StandardCharsets.UTF_8), "AES"),
          new GCMParameterSpec(128, nonce.getBytes(StandardCharsets.UTF_8)));
      cipher.updateAAD("transaction".getBytes(StandardCharsets.UTF_8));
      String sealed = Base64.getEncoder().encodeToString(cipher.doFinal(resource));
      return """
          {"id":"9a3f0c1e","create_time":"2026-03-09T10:15:21+08:00",\
          "resource_type":"encrypt-resource","event_type":"%s","summary":"支付成功",\
          "resource":{"original_type":"transaction","algorithm":"AEAD_AES_256_GCM",\
          "ciphertext":"%s","associated_data":"transaction","nonce":"%s"}}"""
          .formatted(eventType, sealed, nonce);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Signs a body and sends it. */
  RawCallback post(String body, Instant sentAt) {
    return post(body.getBytes(StandardCharsets.UTF_8), sentAt);
  }

  RawCallback post(byte[] body, Instant sentAt) {
    String timestamp = String.valueOf(sentAt.getEpochSecond());
    String nonce = "n" + NONCES.incrementAndGet();
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("wechatpay-serial", List.of(serial));
    headers.put("wechatpay-timestamp", List.of(timestamp));
    headers.put("wechatpay-nonce", List.of(nonce));
    headers.put("wechatpay-signature", List.of(sign(timestamp + '\n' + nonce + '\n', body)));
    return new RawCallback(headers, body, sentAt);
  }

  private String sign(String head, byte[] body) {
    try {
      Signature signer =
          keys.getPrivate().getAlgorithm().equals("RSA")
              ? Signature.getInstance("SHA256withRSA")
              : Signature.getInstance("SM3withSM2", TestKeys.BOUNCY_CASTLE);
      signer.initSign(keys.getPrivate());
      signer.update(head.getBytes(StandardCharsets.UTF_8));
      signer.update(body);
      signer.update((byte) '\n');
      return Base64.getEncoder().encodeToString(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A payment's resource; total is put in as it is written. */
  static String payment(String outTradeNo, String transactionId, String total) {
    return """
        {"mchid":"%s","appid":"%s","out_trade_no":"%s","transaction_id":"%s",\
        "trade_type":"JSAPI","trade_state":"SUCCESS","attach":"",\
        "success_time":"2026-03-09T10:15:20+08:00","payer":{"openid":"o1"},\
        "amount":{"total":%s,"payer_total":1,"currency":"CNY","payer_currency":"CNY"}}"""
        .formatted(MERCHANT, APP, outTradeNo, transactionId, total);
  }

  @Override
  public RawCallback paid(String outTradeNo, String transactionId, long amount, Instant sentAt) {
    return send(
        "TRANSACTION.SUCCESS", payment(outTradeNo, transactionId, String.valueOf(amount)), sentAt);
  }

  @Override
  public Map<String, RawCallback> withoutMoney(Instant sentAt) {
    Map<String, RawCallback> messages = new LinkedHashMap<>();
    for (String state : List.of("NOTPAY", "USERPAYING", "ACCEPT")) {
      String resource = payment("T1", "42", "100").replace("\"SUCCESS\"", '"' + state + '"');
      messages.put("trade_state " + state, send("TRANSACTION.SUCCESS", resource, sentAt));
    }
    for (String type :
        List.of("PAYSCORE.USER_PAID", "COUPON.USE", "COMPLAINT.CREATE", "REFUND.PROCESSING", "")) {
      messages.put("event_type " + type, send(type, payment("T1", "42", "100"), sentAt));
    }
    messages.put("no event_type", post("{\"resource\":{}}", sentAt));
    return messages;
  }

  @Override
  public RawCallback paidImpossibly(String outTradeNo, Instant sentAt) {
    return send("TRANSACTION.SUCCESS", payment(outTradeNo, "42", "1e2"), sentAt);
  }

  @Override
  public RawCallback signedNonsense(Mutations mutations, Instant sentAt) {
    byte[] resource = payment("T1", "42", "100").getBytes(StandardCharsets.UTF_8);
    String envelope = envelope("TRANSACTION.SUCCESS", mutations.mutate(resource));
    return post(mutations.sometimes(envelope), sentAt);
  }

  @Override
  public List<String> parts() {
    return List.of(
        "wechatpay-serial", "wechatpay-timestamp", "wechatpay-nonce", "wechatpay-signature");
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
    return Callbacks.headerFlips(message, "wechatpay-signature");
  }

  @Override
  public Stream<RawCallback> contentFlips(RawCallback message) {
    return Stream.of(
            Callbacks.bodyFlips(message),
            Callbacks.headerFlips(message, "wechatpay-timestamp"),
            Callbacks.headerFlips(message, "wechatpay-nonce"),
            Callbacks.headerFlips(message, "wechatpay-serial"))
        .flatMap(flips -> flips);
  }

  @Override
  public Optional<Duration> tolerance() {
    return Optional.of(Duration.ofSeconds(300));
  }
}
