package io.oncepaid.gateway.wechatpayv2;

import io.oncepaid.gateway.Callbacks;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Mutations;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestSender;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Sends notifications as WeChat Pay does before API v3. */
record WechatpayV2TestSender(String key, String signType) implements TestSender {
  static final String KEY = "Kq3vT8yLw2ZpR6nBs9DfHj4MxCgQe7Ua";

  Gateway receiver(Map<String, String> changes) {
    Map<String, String> settings = new HashMap<>();
    settings.put("mch-id", "1900000001");
    settings.put("app-ids", "wx0000000000000001");
    settings.put("keys", key);
    settings.put("sign-types", signType);
    settings.putAll(changes);
    Map<String, String> named = new HashMap<>();
    settings.forEach((name, value) -> named.put("wechatpay-v2." + name, value));
    return new WechatpayV2Type()
        .open(TestAccount.PROPERTY, TestAccount.configured("wechatpay-v2", named));
  }

  @Override
  public Gateway receiver() {
    return receiver(Map.of());
  }

  /** The fields of a payment, to be changed and signed. */
  static Map<String, String> fields(String outTradeNo, String transactionId, String total) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("appid", "wx0000000000000001");
    fields.put("attach", "支付 & <测试>");
    fields.put("fee_type", "CNY");
    fields.put("mch_id", "1900000001");
    fields.put("nonce_str", "5d2b6c2a8db53831f7eda20af46e531c");
    fields.put("out_trade_no", outTradeNo);
    fields.put("result_code", "SUCCESS");
    fields.put("return_code", "SUCCESS");
    fields.put("time_end", "20260309101520");
    fields.put("total_fee", total);
    fields.put("transaction_id", transactionId);
    return fields;
  }

  /** The fields of a refund, which are encrypted. */
  static Map<String, String> refund(String status) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("out_refund_no", "R1");
    fields.put("out_trade_no", "T1");
    fields.put("refund_fee", "30");
    fields.put("refund_id", "50300");
    fields.put("refund_recv_accout", "支付用户零钱");
    fields.put("refund_status", status);
    fields.put("success_time", "2026-03-09 10:15:20");
    fields.put("total_fee", "100");
    fields.put("transaction_id", "42");
    return fields;
  }

  RawCallback signed(Map<String, String> fields, Instant sentAt) {
    Map<String, String> all = new LinkedHashMap<>(fields);
    all.put("sign", sign(fields));
    return post(xml("xml", all), sentAt);
  }

  private String sign(Map<String, String> fields) {
    String content =
        new TreeMap<>(fields)
            .entrySet().stream()
                .filter(field -> !field.getValue().isEmpty())
                .map(field -> field.getKey() + '=' + field.getValue() + '&')
                .collect(Collectors.joining("", "", "key=" + key));
    try {
      byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
      if (signType.equals("MD5")) {
        return HexFormat.of()
            .withUpperCase()
            .formatHex(MessageDigest.getInstance("MD5").digest(bytes));
      }
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of().withUpperCase().formatHex(mac.doFinal(bytes));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  RawCallback encrypted(String clear, Instant sentAt) {
    try {
      byte[] digest = MessageDigest.getInstance("MD5").digest(key.getBytes(StandardCharsets.UTF_8));
      Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(
              HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII), "AES"));
      Map<String, String> fields = new LinkedHashMap<>();
      fields.put("return_code", "SUCCESS");
      fields.put("appid", "wx0000000000000001");
      fields.put("mch_id", "1900000001");
      fields.put(
          "req_info",
          Base64.getEncoder()
              .encodeToString(cipher.doFinal(clear.getBytes(StandardCharsets.UTF_8))));
      return post(xml("xml", fields), sentAt);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static String xml(String root, Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> "<%1$s><![CDATA[%2$s]]></%1$s>".formatted(field.getKey(), field.getValue()))
        .collect(Collectors.joining("", '<' + root + '>', "</" + root + '>'));
  }

  static RawCallback post(String body, Instant sentAt) {
    return new RawCallback(
        Map.of("content-type", List.of("text/xml")), body.getBytes(StandardCharsets.UTF_8), sentAt);
  }

  @Override
  public RawCallback paid(String outTradeNo, String transactionId, long amount, Instant sentAt) {
    return signed(fields(outTradeNo, transactionId, Long.toString(amount)), sentAt);
  }

  @Override
  public Map<String, RawCallback> withoutMoney(Instant sentAt) {
    Map<String, RawCallback> messages = new LinkedHashMap<>();
    for (String code : List.of("result_code", "return_code")) {
      Map<String, String> fields = fields("T1", "42", "1");
      fields.put(code, "FAIL");
      messages.put(code + " FAIL", signed(fields, sentAt));
      fields.put(code, "");
      messages.put(code + " empty", signed(fields, sentAt));
    }
    return messages;
  }

  @Override
  public RawCallback paidImpossibly(String outTradeNo, Instant sentAt) {
    return signed(fields(outTradeNo, "42", "88.80"), sentAt);
  }

  @Override
  public RawCallback signedNonsense(Mutations mutations, Instant sentAt) {
    Map<String, String> fields = fields("T1", "42", "100");
    fields.replaceAll((name, value) -> mutations.sometimes(value));
    return signed(fields, sentAt);
  }

  @Override
  public List<String> parts() {
    return List.of("sign", "mch_id", "out_trade_no", "total_fee", "transaction_id");
  }

  private static String element(RawCallback message, String part) {
    String body = new String(message.body(), StandardCharsets.UTF_8);
    String end = "</" + part + '>';
    return body.substring(body.indexOf('<' + part + '>'), body.indexOf(end) + end.length());
  }

  @Override
  public RawCallback without(RawCallback message, String part) {
    return replaced(message, element(message, part), "");
  }

  @Override
  public RawCallback twice(RawCallback message, String part) {
    String element = element(message, part);
    return replaced(message, element, element + element);
  }

  static RawCallback replaced(RawCallback message, String text, String other) {
    String body = new String(message.body(), StandardCharsets.UTF_8).replace(text, other);
    return Callbacks.withBody(message, body.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Stream<RawCallback> signatureFlips(RawCallback message) {
    String sign = element(message, "sign").replaceAll("<[^>]*CDATA\\[|\\]\\]>|<[^>]*>", "");
    return Callbacks.flips(sign.getBytes(StandardCharsets.US_ASCII))
        .map(flip -> replaced(message, sign, new String(flip, StandardCharsets.ISO_8859_1)));
  }

  @Override
  public Stream<RawCallback> contentFlips(RawCallback message) {
    return Callbacks.bodyFlips(message);
  }

  @Override
  public Optional<Duration> tolerance() {
    return Optional.empty();
  }
}
