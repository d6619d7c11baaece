package io.oncepaid.gateway.alipay;

import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Mutations;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestAccount.TestAlipay;
import io.oncepaid.gateway.TestForm;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestSender;
import java.nio.charset.Charset;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Sends notifications as Alipay does. */
final class AlipayTestSender implements TestSender {
  static final String APP = "2021000000000001";
  static final String SELLER = "2088000000000100";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.ofHours(8));

  private final KeyPair keys;

  AlipayTestSender() {
    this(TestKeys.one());
  }

  AlipayTestSender(KeyPair keys) {
    this.keys = keys;
  }

  KeyPair keys() {
    return keys;
  }

  TestAlipay account() {
    return TestAlipay.of(APP, SELLER, TestKeys.base64(keys.getPublic()));
  }

  @Override
  public Gateway receiver() {
    return receiver(account());
  }

  static Gateway receiver(TestAlipay account) {
    return new AlipayType().open(TestAccount.PROPERTY, TestAccount.of(account));
  }

  /** The fields of a paid notification, to be changed and signed. */
  static Map<String, String> fields(
      String outTradeNo, String tradeNo, String total, Instant sentAt) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("gmt_create", "2026-03-09 10:15:01");
    fields.put("charset", "UTF-8");
    fields.put("subject", "礼盒 & more=1 100% +5");
    fields.put("passback_params", "");
    fields.put("notify_id", "2026030900222101520000010000000001");
    fields.put("trade_status", "TRADE_SUCCESS");
    fields.put("app_id", APP);
    fields.put("sign_type", "RSA2");
    fields.put("seller_id", SELLER);
    fields.put("gmt_payment", "2026-03-09 10:15:20");
    fields.put("notify_time", TIME.format(sentAt));
    fields.put("out_trade_no", outTradeNo);
    fields.put("total_amount", total);
    fields.put("trade_no", tradeNo);
    return fields;
  }

  /** Signs and posts fields; the charset is the one that they name. */
  RawCallback send(Map<String, String> fields, Instant receivedAt) {
    Charset charset = Charset.forName(fields.getOrDefault("charset", "UTF-8"));
    Map<String, String> signed = new LinkedHashMap<>(fields);
    signed.put("sign", sign(fields, charset));
    return post(signed, charset, receivedAt);
  }

  String sign(Map<String, String> fields, Charset charset) {
    List<String> parts = new ArrayList<>();
    new TreeMap<>(fields)
        .forEach(
            (name, value) -> {
              if (!value.isEmpty() && !name.equals("sign") && !name.equals("sign_type")) {
                parts.add(name + '=' + value);
              }
            });
    try {
      Signature signer =
          keys.getPrivate().getAlgorithm().equals("RSA")
              ? Signature.getInstance(
                  fields.get("sign_type").equals("RSA") ? "SHA1withRSA" : "SHA256withRSA")
              : Signature.getInstance("SM3withSM2", TestKeys.BOUNCY_CASTLE);
      signer.initSign(keys.getPrivate());
      signer.update(String.join("&", parts).getBytes(charset));
      return Base64.getEncoder().encodeToString(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static RawCallback post(Map<String, String> fields, Charset charset, Instant receivedAt) {
    return new RawCallback(Map.of(), TestForm.encode(fields, charset), receivedAt);
  }

  @Override
  public RawCallback paid(String outTradeNo, String transactionId, long amount, Instant sentAt) {
    String total = "%d.%02d".formatted(amount / 100, amount % 100);
    return send(fields(outTradeNo, transactionId, total, sentAt), sentAt);
  }

  @Override
  public Map<String, RawCallback> withoutMoney(Instant sentAt) {
    Map<String, RawCallback> messages = new LinkedHashMap<>();
    for (String status : List.of("WAIT_BUYER_PAY", "TRADE_PENDING", "SOMETHING_NEW", "")) {
      Map<String, String> fields = fields("T1", "2026", "1.00", sentAt);
      fields.put("trade_status", status);
      messages.put("trade_status " + status, send(fields, sentAt));
    }
    return messages;
  }

  @Override
  public RawCallback paidImpossibly(String outTradeNo, Instant sentAt) {
    return send(fields(outTradeNo, "2026", "1e2", sentAt), sentAt);
  }

  @Override
  public RawCallback signedNonsense(Mutations mutations, Instant sentAt) {
    Map<String, String> fields = fields("T1", "2026", "1.00", sentAt);
    fields.put("refund_fee", "0.50");
    fields.put("gmt_refund", "2026-03-09 12:00:05.120");
    Set<String> kept = Set.of("charset", "sign_type", "app_id", "seller_id");
    fields.replaceAll((name, value) -> kept.contains(name) ? value : mutations.sometimes(value));
    return send(fields, sentAt);
  }

  @Override
  public List<String> parts() {
    return List.of("sign", "app_id", "seller_id");
  }

  @Override
  public RawCallback without(RawCallback message, String part) {
    return TestForm.without(message, part);
  }

  @Override
  public RawCallback twice(RawCallback message, String part) {
    return TestForm.twice(message, part);
  }

  @Override
  public Stream<RawCallback> signatureFlips(RawCallback message) {
    return TestForm.valueFlips(message, "sign");
  }

  @Override
  public Stream<RawCallback> contentFlips(RawCallback message) {
    return TestForm.flipsBut(message, "sign");
  }

  @Override
  public Optional<Duration> tolerance() {
    return Optional.empty();
  }
}
