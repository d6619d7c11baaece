package io.oncepaid.gateway.hmac;

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
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Sends as one vendor of the family does.
 *
 * @param header lower case
 * @param mac the JDK's name of the HMAC
 * @param url what is signed before the body, or ""
 * @param paid the body of a payment, with %s for number, transaction and amount
 * @param others bodies without money, by what they tell
 */
record HmacTestSender(
    Map<String, String> settings,
    String secret,
    String header,
    String mac,
    boolean base64,
    String url,
    String paid,
    Map<String, String> others)
    implements TestSender {

  HmacTestSender withSecret(String other) {
    return new HmacTestSender(settings, other, header, mac, base64, url, paid, others);
  }

  @Override
  public Gateway receiver() {
    return receiver(secret);
  }

  Gateway receiver(String... secrets) {
    Map<String, String> account = new HashMap<>(settings);
    account.put("hmac.secrets", TestAccount.list(List.of(secrets)));
    return new HmacType().open(TestAccount.PROPERTY, TestAccount.configured("hmac", account));
  }

  RawCallback post(byte[] body, Instant sentAt) {
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("content-type", List.of("application/json"));
    headers.put(header, List.of(sign(body)));
    return new RawCallback(headers, body, sentAt);
  }

  RawCallback post(String body, Instant sentAt) {
    return post(body.getBytes(StandardCharsets.UTF_8), sentAt);
  }

  private String sign(byte[] body) {
    try {
      Mac maker = Mac.getInstance(mac);
      maker.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), mac));
      maker.update(url.getBytes(StandardCharsets.UTF_8));
      byte[] code = maker.doFinal(body);
      return base64 ? Base64.getEncoder().encodeToString(code) : HexFormat.of().formatHex(code);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public RawCallback paid(String outTradeNo, String transactionId, long amount, Instant sentAt) {
    return post(paid.formatted(outTradeNo, transactionId, amount), sentAt);
  }

  @Override
  public Map<String, RawCallback> withoutMoney(Instant sentAt) {
    Map<String, RawCallback> messages = new LinkedHashMap<>();
    others.forEach((what, body) -> messages.put(what, post(body, sentAt)));
    messages.put("nothing at all", post("{}", sentAt));
    return messages;
  }

  @Override
  public RawCallback paidImpossibly(String outTradeNo, Instant sentAt) {
    return post(paid.formatted(outTradeNo, "42", "1e2"), sentAt);
  }

  @Override
  public RawCallback signedNonsense(Mutations mutations, Instant sentAt) {
    return post(
        mutations.mutate(paid.formatted("T1", "42", "100").getBytes(StandardCharsets.UTF_8)),
        sentAt);
  }

  @Override
  public List<String> parts() {
    return List.of(header);
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
    return Callbacks.headerFlips(message, header);
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
