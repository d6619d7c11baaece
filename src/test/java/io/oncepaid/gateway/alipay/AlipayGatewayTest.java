package io.oncepaid.gateway.alipay;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayContract;
import io.oncepaid.gateway.Keys;
import io.oncepaid.gateway.PostedForm;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestAccount.TestAlipay;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestSender;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

class AlipayGatewayTest extends GatewayContract {
  private static final Pattern SENT_AT =
      Pattern.compile("(?:notify_time|timestamp)=(....-..-..)\\+(..)%3A(..)%3A(..)");

  @Override
  protected String vectorsFile() {
    return "alipay.json";
  }

  @Override
  protected Gateway adapter(JsonNode vector) {
    JsonNode config = vector.path("config");
    List<String> keys = new ArrayList<>();
    List<String> certificates = new ArrayList<>();
    boolean sm2 = false;
    for (JsonNode key : vectors.keys(config.path("keys").path("alipay"))) {
      (key.path("type").asText().startsWith("x509") ? certificates : keys)
          .add(key.path("value").asText());
      sm2 |= key.path("type").asText().equals("sm2-public");
    }
    TestAlipay account =
        TestAlipay.of(
                config.path("app_id").asText("2021000000000001"),
                config.path("seller_id").textValue(),
                keys.toArray(new String[0]))
            .withChains(certificates, List.of())
            .withSignTypes(sm2 ? "SM2" : "RSA2")
            .withDefaultCharset(config.path("default_charset").asText());
    return new AlipayType().open(TestAccount.PROPERTY, TestAccount.of(account));
  }

  /** Nobody says when these arrived: when they were sent. */
  @Override
  protected Instant receivedAt(JsonNode vector) {
    String text =
        vector.path("request").path("query").asText()
            + new String(
                Base64.getDecoder().decode(vector.path("request").path("body_b64").asText()),
                StandardCharsets.ISO_8859_1);
    Matcher sent = SENT_AT.matcher(text.replace("%20", "+").replace("%3a", "%3A"));
    return sent.find()
        ? LocalDateTime.parse(
                sent.group(1) + 'T' + sent.group(2) + ':' + sent.group(3) + ':' + sent.group(4))
            .toInstant(ZoneOffset.ofHours(8))
        : Instant.EPOCH;
  }

  @Override
  protected boolean verifies(JsonNode vector) {
    JsonNode message = vector.path("message");
    StringBuilder form = new StringBuilder();
    for (JsonNode field : message.path("params")) {
      form.append(field.get(0).asText())
          .append('=')
          .append(URLEncoder.encode(field.get(1).asText(), StandardCharsets.UTF_8))
          .append('&');
    }
    boolean v1 = vector.path("config").path("content").asText().equals("V1");
    JsonNode key = vectors.keys(vector.path("config").path("keys").path("alipay")).get(0);
    try {
      byte[] content =
          PostedForm.read(form.toString().getBytes(StandardCharsets.US_ASCII), "charset", "UTF-8")
              .content(v1 ? AlipayGateway.UNSIGNED : Set.of("sign"));
      return new Keys()
          .publicKey("key", key.path("value").asText())
          .verifies(
              message.path("sign_type").asText().equals("RSA")
                  ? Algorithm.SHA1_RSA
                  : Algorithm.SHA256_RSA,
              Base64Text.decode(message.path("signature_b64").asText()),
              content);
    } catch (UnusableCallback e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected TestSender sender() {
    return new AlipayTestSender(TestKeys.one());
  }

  @Override
  protected TestSender stranger() {
    return new AlipayTestSender(TestKeys.other());
  }

  @Override
  protected Map<Answer, Reply> answers(int failureStatus, String reason) {
    byte[] failure = {'f', 'a', 'i', 'l', 'u', 'r', 'e'};
    return Map.of(
        Answer.ACCEPT,
        new Reply(200, "text/plain", new byte[] {'s', 'u', 'c', 'c', 'e', 's', 's'}),
        Answer.RETRY,
        new Reply(failureStatus, "text/plain", failure),
        Answer.REFUSE,
        new Reply(failureStatus, "text/plain", failure));
  }
}
