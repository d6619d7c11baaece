package io.oncepaid.gateway.unionpay;

import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Mutations;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestForm;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestKeys.Issuer;
import io.oncepaid.gateway.TestSender;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sends forms as UnionPay does, version 5.1.0, with its certificate inside. */
final class UnionpayTestSender implements TestSender {
  static final String MERCHANT = "777290000000001";
  static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  static final Duration A_GOOD_YEAR = Duration.ofDays(370);
  static final String HOLDER = "041@8310000000000000@中国银联股份有限公司@00000001";

  private final Issuer authority;
  private final KeyPair keys;
  private final String certificate;

  UnionpayTestSender() {
    this(new Issuer("root", TestKeys.one()), TestKeys.other(), HOLDER, NOW);
  }

  /**
   * @param subject the certificate's common name
   * @param around the middle of the two years in which the certificate is valid
   */
  UnionpayTestSender(Issuer authority, KeyPair keys, String subject, Instant around) {
    this.authority = authority;
    this.keys = keys;
    this.certificate =
        authority
            .issue(
                subject,
                keys.getPublic(),
                BigInteger.valueOf(42),
                false,
                around.minus(A_GOOD_YEAR),
                around.plus(A_GOOD_YEAR))
            .replace("\n", "\r\n");
  }

  /** The authority's own certificate. */
  String root() {
    return authority.issue(
        authority.name(),
        authority.keys().getPublic(),
        BigInteger.ONE,
        true,
        NOW.minus(A_GOOD_YEAR.multipliedBy(3)),
        NOW.plus(A_GOOD_YEAR.multipliedBy(3)));
  }

  String certificate() {
    return certificate;
  }

  @Override
  public Gateway receiver() {
    return receiver(Map.of("unionpay.root-certificates", TestAccount.list(List.of(root()))));
  }

  static Gateway receiver(Map<String, String> settings) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.putIfAbsent("unionpay.mer-id", MERCHANT);
    return new UnionpayType().open(TestAccount.PROPERTY, TestAccount.configured("unionpay", all));
  }

  /** The fields of a successful payment, to be changed and signed. */
  static Map<String, String> fields(String orderId, String queryId, String amount) {
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("accNo", "6216************0000");
    fields.put("bizType", "000201");
    fields.put("currencyCode", "156");
    fields.put("encoding", "utf-8");
    fields.put("merId", MERCHANT);
    fields.put("orderId", orderId);
    fields.put("queryId", queryId);
    fields.put("reqReserved", "");
    fields.put("respCode", "00");
    fields.put("respMsg", "成功[0000000]");
    fields.put("signMethod", "01");
    fields.put("txnAmt", amount);
    fields.put("txnSubType", "01");
    fields.put("txnTime", "20260309101520");
    fields.put("txnType", "01");
    fields.put("version", "5.1.0");
    return fields;
  }

  /** Signs and posts fields. */
  RawCallback send(Map<String, String> fields, Instant sentAt) {
    Map<String, String> signed = new LinkedHashMap<>(fields);
    signed.put("signPubKeyCert", certificate);
    signed.put("signature", sign(content(signed)));
    return post(signed, sentAt);
  }

  static RawCallback post(Map<String, String> fields, Instant sentAt) {
    return new RawCallback(Map.of(), TestForm.encode(fields, StandardCharsets.UTF_8), sentAt);
  }

  static String content(Map<String, String> fields) {
    return new TreeMap<>(fields)
        .entrySet().stream()
            .filter(field -> !field.getValue().isEmpty() && !field.getKey().equals("signature"))
            .map(field -> field.getKey() + '=' + field.getValue())
            .collect(Collectors.joining("&"));
  }

  static String hex(String algorithm, String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance(algorithm).digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private String sign(String content) {
    try {
      Signature signer = Signature.getInstance("SHA256withRSA");
      signer.initSign(keys.getPrivate());
      signer.update(hex("SHA-256", content).getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public RawCallback paid(String outTradeNo, String transactionId, long amount, Instant sentAt) {
    return send(fields(outTradeNo, transactionId, String.valueOf(amount)), sentAt);
  }

  @Override
  public Map<String, RawCallback> withoutMoney(Instant sentAt) {
    Map<String, RawCallback> messages = new LinkedHashMap<>();
    for (String code : List.of("03", "04", "05", "01", "34", "99")) {
      for (String type : List.of("01", "04", "31")) {
        Map<String, String> fields = fields("T1", "42", "100");
        fields.put("respCode", code);
        fields.put("txnType", type);
        messages.put("txnType " + type + " respCode " + code, send(fields, sentAt));
      }
    }
    for (String type : List.of("00", "02", "72", "79", "")) {
      Map<String, String> fields = fields("T1", "42", "100");
      fields.put("txnType", type);
      messages.put("txnType " + type, send(fields, sentAt));
    }
    return messages;
  }

  @Override
  public RawCallback paidImpossibly(String outTradeNo, Instant sentAt) {
    return send(fields(outTradeNo, "42", "1e2"), sentAt);
  }

  @Override
  public RawCallback signedNonsense(Mutations mutations, Instant sentAt) {
    Map<String, String> fields = fields("T1", "42", "100");
    fields.put("origQryId", "41");
    fields.replaceAll(
        (name, value) ->
            List.of("encoding", "version", "signMethod", "merId").contains(name)
                ? value
                : mutations.sometimes(value));
    return send(fields, sentAt);
  }

  @Override
  public List<String> parts() {
    return List.of("signature", "signPubKeyCert", "merId", "signMethod", "version");
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
    return TestForm.valueFlips(message, "signature");
  }

  @Override
  public Stream<RawCallback> contentFlips(RawCallback message) {
    return TestForm.flipsBut(message, "signature");
  }

  @Override
  public Optional<Duration> tolerance() {
    return Optional.empty();
  }
}
