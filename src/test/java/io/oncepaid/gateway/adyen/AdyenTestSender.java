package io.oncepaid.gateway.adyen;

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
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Sends items as Adyen does. */
final class AdyenTestSender implements TestSender {
  static final String KEY = "3F9A61C07D5E28B4E1F06A93D7C84B52190E8D3A6F7B5C24A0E91D38F6475BC2";
  static final String OTHER_KEY =
      "D84C17E5A2930B6F4E8D21C7F05A963B7C1E48D2A59F6037B1C8E4D09A2F5376";
  static final String MERCHANT = "ExampleCOM";

  private static final List<String> PARTS =
      List.of(
          "hmacSignature",
          "pspReference",
          "merchantAccountCode",
          "merchantReference",
          "value",
          "currency",
          "eventCode",
          "success");

  private final byte[] key;

  AdyenTestSender() {
    this(KEY);
  }

  AdyenTestSender(String key) {
    this.key = HexFormat.of().parseHex(key);
  }

  /** An item before it is signed; value is put in as it is written. */
  record Item(
      String event,
      String success,
      String psp,
      String original,
      String reference,
      String value,
      String currency) {
    static Item of(String event, String psp, String original) {
      return new Item(event, "true", psp, original, "T1", "8880", "CNY");
    }

    Item withSuccess(String other) {
      return new Item(event, other, psp, original, reference, value, currency);
    }

    Item withMoney(String other, String code) {
      return new Item(event, success, psp, original, reference, other, code);
    }

    Item withReference(String other) {
      return new Item(event, success, psp, original, other, value, currency);
    }

    /** The texts that are signed, in their order; the account's stands third. */
    String signed() {
      return String.join(":", psp, original, MERCHANT, reference, value, currency, event, success);
    }
  }

  @Override
  public Gateway receiver() {
    return receiver(Map.of());
  }

  Gateway receiver(Map<String, String> more) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("adyen.hmac-keys", HexFormat.of().formatHex(key));
    settings.put("adyen.merchant-accounts", MERCHANT);
    settings.putAll(more);
    return new AdyenType().open(TestAccount.PROPERTY, TestAccount.configured("adyen", settings));
  }

  /** Signs items and sends them together. */
  RawCallback send(Instant sentAt, Item... items) {
    return post(
        Arrays.stream(items)
            .map(item -> json(item, sign(item.signed())))
            .collect(Collectors.joining(",")),
        sentAt);
  }

  static RawCallback post(String items, Instant sentAt) {
    String body = "{\"live\":\"true\",\"notificationItems\":[" + items + "]}";
    return new RawCallback(Map.of(), body.getBytes(StandardCharsets.UTF_8), sentAt);
  }

  static String json(Item item, String signature) {
    return """
        {"NotificationRequestItem":{"additionalData":{"authCode":"1","hmacSignature":"%s",\
        "modification.action":"refund"},"amount":{"currency":"%s","value":%s},\
        "eventCode":"%s","eventDate":"2026-03-09T03:15:20+01:00","merchantAccountCode":"%s",\
        "merchantReference":"%s","originalReference":"%s","paymentMethod":"visa",\
        "pspReference":"%s","reason":"","success":"%s"}}"""
        .formatted(
            signature,
            item.currency(),
            item.value(),
            item.event(),
            MERCHANT,
            item.reference(),
            item.original(),
            item.psp(),
            item.success());
  }

  String sign(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Item authorisation(String outTradeNo, String psp, String value) {
    return new Item("AUTHORISATION", "true", psp, "", outTradeNo, value, "CNY");
  }

  @Override
  public RawCallback paid(String outTradeNo, String transactionId, long amount, Instant sentAt) {
    return send(sentAt, authorisation(outTradeNo, transactionId, String.valueOf(amount)));
  }

  @Override
  public Map<String, RawCallback> withoutMoney(Instant sentAt) {
    Map<String, RawCallback> messages = new LinkedHashMap<>();
    for (String refused :
        List.of("AUTHORISATION", "CAPTURE", "CANCELLATION", "CANCEL_OR_REFUND", "CHARGEBACK")) {
      messages.put(
          refused + " false", send(sentAt, Item.of(refused, "42", "").withSuccess("false")));
    }
    for (String event :
        List.of(
            "REPORT_AVAILABLE",
            "NOTIFICATION_OF_CHARGEBACK",
            "REQUEST_FOR_INFORMATION",
            "NOTIFICATION_OF_FRAUD",
            "ORDER_OPENED",
            "PENDING",
            "AUTHENTICATION",
            "RECURRING_CONTRACT",
            "CAPTURE",
            "something new",
            "")) {
      messages.put("event " + event, send(sentAt, Item.of(event, "42", "41")));
    }
    byte[] platform = "{\"type\":\"merchant.created\"}".getBytes(StandardCharsets.UTF_8);
    messages.put(
        "platform webhook",
        new RawCallback(
            Map.of("hmacsignature", List.of(sign(new String(platform, StandardCharsets.UTF_8)))),
            platform,
            sentAt));
    return messages;
  }

  @Override
  public RawCallback paidImpossibly(String outTradeNo, Instant sentAt) {
    return send(sentAt, authorisation(outTradeNo, "42", "1e2"));
  }

  @Override
  public RawCallback signedNonsense(Mutations mutations, Instant sentAt) {
    Item item =
        new Item(
            mutations.sometimes("AUTHORISATION"),
            mutations.sometimes("true"),
            mutations.sometimes("42"),
            mutations.sometimes(""),
            mutations.sometimes("T1"),
            mutations.sometimes("8880"),
            mutations.sometimes("CNY"));
    return post(mutations.sometimes(json(item, sign(item.signed()))), sentAt);
  }

  @Override
  public List<String> parts() {
    return PARTS;
  }

  @Override
  public RawCallback without(RawCallback message, String part) {
    return change(message, '"' + part + '"', "\"no\"");
  }

  @Override
  public RawCallback twice(RawCallback message, String part) {
    String body = new String(message.body(), StandardCharsets.UTF_8);
    int at = body.indexOf('"' + part + '"');
    int colon = body.indexOf(':', at);
    int end = colon + 1;
    while (",}".indexOf(body.charAt(end)) < 0) {
      end++;
    }
    return change(
        message, body.substring(at, end), body.substring(at, end) + ',' + body.substring(at, end));
  }

  static RawCallback change(RawCallback message, String from, String to) {
    return Callbacks.withBody(
        message,
        new String(message.body(), StandardCharsets.UTF_8)
            .replace(from, to)
            .getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Stream<RawCallback> signatureFlips(RawCallback message) {
    return flips(message, "hmacSignature");
  }

  @Override
  public Stream<RawCallback> contentFlips(RawCallback message) {
    return PARTS.stream().skip(1).flatMap(part -> flips(message, part));
  }

  /** Every message in whose value of that name one bit differs. */
  private static Stream<RawCallback> flips(RawCallback message, String name) {
    String body = new String(message.body(), StandardCharsets.ISO_8859_1);
    int from = body.indexOf(':', body.indexOf('"' + name + '"')) + 1;
    int to = from;
    while (",}".indexOf(body.charAt(to)) < 0) {
      to++;
    }
    int start = from + (body.charAt(from) == '"' ? 1 : 0);
    int end = to - (body.charAt(from) == '"' ? 1 : 0);
    byte[] value = Arrays.copyOfRange(message.body(), start, end);
    return Callbacks.flips(value)
        .map(
            flipped -> {
              byte[] changed = message.body().clone();
              System.arraycopy(flipped, 0, changed, start, flipped.length);
              return Callbacks.withBody(message, changed);
            });
  }

  @Override
  public Optional<Duration> tolerance() {
    return Optional.empty();
  }
}
