package io.oncepaid.gateway.paypal;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Callbacks;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Mutations;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestKeys.Issuer;
import io.oncepaid.gateway.TestSender;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.paypal.CertificateFetch.NotThere;
import java.math.BigInteger;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.CRC32;

/** Sends events as PayPal does. */
final class PaypalTestSender implements TestSender {
  static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  static final String WEBHOOK = "8PT597110X687430L";
  static final String HOLDER = "messageverificationcerts.paypal.com";
  static final String ADDRESS = "https://api.paypal.com/v1/notifications/certs/CERT-";
  private static final Duration A_GOOD_YEAR = Duration.ofDays(370);
  private static final AtomicInteger TRANSMISSIONS = new AtomicInteger();

  private final Issuer authority;
  private final KeyPair keys;
  private final String address;

  PaypalTestSender() {
    this(new Issuer("root", TestKeys.one()), TestKeys.other(), ADDRESS + "1");
  }

  PaypalTestSender(Issuer authority, KeyPair keys, String address) {
    this.authority = authority;
    this.keys = keys;
    this.address = address;
  }

  String address() {
    return address;
  }

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
    return certificate(HOLDER, NOW);
  }

  String certificate(String holder, Instant around) {
    return authority.issue(
        holder,
        keys.getPublic(),
        BigInteger.valueOf(42),
        false,
        around.minus(A_GOOD_YEAR),
        around.plus(A_GOOD_YEAR));
  }

  /** Gets what is in a map, at once. */
  static CertificateFetch fetch(Map<String, String> files) {
    return address -> {
      String file = files.get(address.toString());
      return file == null
          ? CompletableFuture.failedFuture(new NotThere(404))
          : CompletableFuture.completedFuture(file.getBytes(StandardCharsets.US_ASCII));
    };
  }

  @Override
  public Gateway receiver() {
    return receiver(Map.of(), fetch(Map.of(address, certificate())));
  }

  /** An adapter that trusts the sender's authority; it prepares itself before it reads. */
  Gateway receiver(Map<String, String> more, CertificateFetch fetch) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("paypal.root-certificates", TestAccount.list(List.of(root())));
    settings.putAll(more);
    return new Prepared(open(settings, fetch));
  }

  static Gateway open(Map<String, String> settings, CertificateFetch fetch) {
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.putIfAbsent("paypal.webhook-id", WEBHOOK);
    return new PaypalType(fetch).open(TestAccount.PROPERTY, TestAccount.configured("paypal", all));
  }

  /** Reads as the pipeline does. */
  record Prepared(Gateway gateway) implements Gateway {
    @Override
    public CompletionStage<Void> prepare(RawCallback callback) {
      return gateway.prepare(callback);
    }

    @Override
    public Reading read(RawCallback callback) throws UnusableCallback {
      gateway.prepare(callback).toCompletableFuture().join();
      return gateway.read(callback);
    }

    @Override
    public Reply reply(Answer answer, int failureStatus, String reason) {
      return gateway.reply(answer, failureStatus, reason);
    }
  }

  RawCallback post(String body, Instant sentAt) {
    return post(body.getBytes(StandardCharsets.UTF_8), sentAt);
  }

  RawCallback post(byte[] body, Instant sentAt) {
    String id = "b1d5f7c0-1b5d-11f1-8f0a-%012d".formatted(TRANSMISSIONS.incrementAndGet());
    Map<String, List<String>> headers = new LinkedHashMap<>();
    headers.put("paypal-transmission-id", List.of(id));
    headers.put("paypal-transmission-time", List.of(sentAt.toString()));
    headers.put("paypal-cert-url", List.of(address));
    headers.put("paypal-auth-algo", List.of("SHA256withRSA"));
    headers.put("paypal-transmission-sig", List.of(sign(id + '|' + sentAt + '|' + WEBHOOK, body)));
    return new RawCallback(headers, body, sentAt);
  }

  private String sign(String head, byte[] body) {
    CRC32 checksum = new CRC32();
    checksum.update(body);
    try {
      Signature signer = Signature.getInstance("SHA256withRSA");
      signer.initSign(keys.getPrivate());
      signer.update(
          (head + '|' + Long.toUnsignedString(checksum.getValue()))
              .getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(signer.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** An event; resource is put in as it is written. */
  static String event(String type, String resource) {
    return """
        {"id":"WH-1","event_version":"1.0","create_time":"2026-03-09T02:15:21Z",\
        "resource_type":"capture","event_type":"%s","summary":"订单","resource":%s,"links":[]}"""
        .formatted(type, resource);
  }

  /** A capture; value is put in as it is written. */
  static String capture(String outTradeNo, String id, String value) {
    return """
        {"id":"%s","status":"COMPLETED","amount":{"currency_code":"CNY","value":"%s"},\
        "invoice_id":"%s","custom_id":"tenant-7","create_time":"2026-03-09T02:15:20Z",\
        "update_time":"2026-03-09T02:15:20Z"}"""
        .formatted(id, value, outTradeNo);
  }

  @Override
  public RawCallback paid(String outTradeNo, String transactionId, long amount, Instant sentAt) {
    String value = "%d.%02d".formatted(amount / 100, amount % 100);
    return post(
        event("PAYMENT.CAPTURE.COMPLETED", capture(outTradeNo, transactionId, value)), sentAt);
  }

  @Override
  public Map<String, RawCallback> withoutMoney(Instant sentAt) {
    Map<String, RawCallback> messages = new LinkedHashMap<>();
    for (String type :
        List.of(
            "PAYMENT.CAPTURE.PENDING",
            "PAYMENT.CAPTURE.DENIED",
            "PAYMENT.CAPTURE.DECLINED",
            "PAYMENT.REFUND.PENDING",
            "CHECKOUT.ORDER.APPROVED",
            "CHECKOUT.ORDER.COMPLETED",
            "BILLING.PLAN.CREATED",
            "something new",
            "")) {
      messages.put("event_type " + type, post(event(type, capture("T1", "42", "1.00")), sentAt));
    }
    String pending = capture("T1", "42", "1.00").replace("COMPLETED", "PENDING");
    messages.put("refund pending", post(event("PAYMENT.CAPTURE.REFUNDED", pending), sentAt));
    messages.put("no event_type", post("{\"resource\":{}}", sentAt));
    return messages;
  }

  @Override
  public RawCallback paidImpossibly(String outTradeNo, Instant sentAt) {
    return post(event("PAYMENT.CAPTURE.COMPLETED", capture(outTradeNo, "42", "1e2")), sentAt);
  }

  @Override
  public RawCallback signedNonsense(Mutations mutations, Instant sentAt) {
    String event = event("PAYMENT.CAPTURE.COMPLETED", capture("T1", "42", "1.00"));
    return post(mutations.mutate(event.getBytes(StandardCharsets.UTF_8)), sentAt);
  }

  @Override
  public List<String> parts() {
    return List.of(
        "paypal-transmission-id",
        "paypal-transmission-time",
        "paypal-transmission-sig",
        "paypal-cert-url",
        "paypal-auth-algo");
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
    return Callbacks.headerFlips(message, "paypal-transmission-sig");
  }

  @Override
  public Stream<RawCallback> contentFlips(RawCallback message) {
    return Stream.of(
            Callbacks.bodyFlips(message),
            Callbacks.headerFlips(message, "paypal-transmission-id"),
            Callbacks.headerFlips(message, "paypal-transmission-time"),
            Callbacks.headerFlips(message, "paypal-cert-url"),
            Callbacks.headerFlips(message, "paypal-auth-algo"))
        .flatMap(flips -> flips);
  }

  @Override
  public Optional<Duration> tolerance() {
    return Optional.empty();
  }
}
