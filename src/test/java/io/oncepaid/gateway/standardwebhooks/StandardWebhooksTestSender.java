package io.oncepaid.gateway.standardwebhooks;

import io.oncepaid.gateway.Callbacks;
import io.oncepaid.gateway.Documented;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Mutations;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestSender;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Sends as Standard Webhooks say: with a secret (v1), or with a key pair (v1a). */
record StandardWebhooksTestSender(String secret, KeyPair keys) implements TestSender {
  private static final String PAID =
      """
      {"type":"payment.succeeded","timestamp":"2026-03-09T02:15:20.344522Z","data":{\
      "out_trade_no":"%s","transaction_id":"%s","amount":%s,"currency":"CNY","note":"测试"}}""";

  static StandardWebhooksTestSender withSecret(String secret) {
    return new StandardWebhooksTestSender(secret, null);
  }

  static StandardWebhooksTestSender withKeyPair() {
    try {
      return new StandardWebhooksTestSender(
          null, KeyPairGenerator.getInstance("Ed25519").generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The public key as senders show it: the last 32 bytes of its X.509 form. */
  String publicKey() {
    byte[] encoded = keys.getPublic().getEncoded();
    return "whpk_"
        + Base64.getEncoder()
            .encodeToString(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
  }

  @Override
  public Gateway receiver() {
    return receiver(
        secret == null ? Map.of("public-keys", publicKey()) : Map.of("secrets", secret));
  }

  /** A receiver with the documented settings, but for its keys and what else is given. */
  static Gateway receiver(Map<String, String> changes) {
    Map<String, String> settings =
        new HashMap<>(Documented.settings("standard-webhooks.md", "Configuration"));
    settings.remove("standard-webhooks.secrets");
    changes.forEach((name, value) -> settings.put("standard-webhooks." + name, value));
    return new StandardWebhooksType()
        .open(TestAccount.PROPERTY, TestAccount.configured("standard-webhooks", settings));
  }

  RawCallback post(String id, byte[] body, Instant sentAt) {
    String time = String.valueOf(sentAt.getEpochSecond());
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("webhook-id", List.of(id));
    headers.put("webhook-timestamp", List.of(time));
    headers.put("webhook-signature", List.of(sign(id + '.' + time + '.', body)));
    return new RawCallback(headers, body, sentAt);
  }

  RawCallback post(String body, Instant sentAt) {
    return post("msg_1", body.getBytes(StandardCharsets.UTF_8), sentAt);
  }

  String sign(String head, byte[] body) {
    try {
      if (keys != null) {
        Signature signer = Signature.getInstance("Ed25519");
        signer.initSign(keys.getPrivate());
        signer.update(head.getBytes(StandardCharsets.US_ASCII));
        signer.update(body);
        return "v1a," + Base64.getEncoder().encodeToString(signer.sign());
      }
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(
          new SecretKeySpec(
              Base64.getDecoder().decode(secret.replace("whsec_", "")), "HmacSHA256"));
      mac.update(head.getBytes(StandardCharsets.US_ASCII));
      return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static String payment(String outTradeNo, String transactionId, String amount) {
    return PAID.formatted(outTradeNo, transactionId, amount);
  }

  @Override
  public RawCallback paid(String outTradeNo, String transactionId, long amount, Instant sentAt) {
    return post(payment(outTradeNo, transactionId, Long.toString(amount)), sentAt);
  }

  @Override
  public Map<String, RawCallback> withoutMoney(Instant sentAt) {
    Map<String, RawCallback> messages = new LinkedHashMap<>();
    for (String type : List.of("payment.pending", "payment.failed", "user.created", "")) {
      messages.put(
          "type " + type,
          post(payment("T1", "42", "1").replace("payment.succeeded", type), sentAt));
    }
    messages.put("no type", post("{\"test\": 1}", sentAt));
    return messages;
  }

  @Override
  public RawCallback paidImpossibly(String outTradeNo, Instant sentAt) {
    return post(payment(outTradeNo, "42", "10.5"), sentAt);
  }

  @Override
  public RawCallback signedNonsense(Mutations mutations, Instant sentAt) {
    byte[] body = payment("T1", "42", "100").getBytes(StandardCharsets.UTF_8);
    return post("msg_1", mutations.mutate(body), sentAt);
  }

  @Override
  public List<String> parts() {
    return List.of("webhook-id", "webhook-timestamp", "webhook-signature");
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
    return Callbacks.headerFlips(message, "webhook-signature");
  }

  @Override
  public Stream<RawCallback> contentFlips(RawCallback message) {
    return Stream.of(
            Callbacks.bodyFlips(message),
            Callbacks.headerFlips(message, "webhook-id"),
            Callbacks.headerFlips(message, "webhook-timestamp"))
        .flatMap(flips -> flips);
  }

  /** Exactly 300 seconds are still fresh. */
  @Override
  public Optional<Duration> tolerance() {
    return Optional.of(Duration.ofSeconds(300).plusMillis(1));
  }
}
