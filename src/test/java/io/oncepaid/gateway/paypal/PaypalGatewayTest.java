package io.oncepaid.gateway.paypal;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayContract;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestKeys.Issuer;
import io.oncepaid.gateway.TestSender;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class PaypalGatewayTest extends GatewayContract {
  @Override
  protected String vectorsFile() {
    return "paypal.json";
  }

  /** Each certificate of a vector lies at its address and is its own authority. */
  @Override
  protected Gateway adapter(JsonNode vector) {
    JsonNode config = vector.path("config");
    Map<String, String> files = new LinkedHashMap<>();
    config
        .path("certificates")
        .properties()
        .forEach(
            entry ->
                files.put(
                    entry.getKey(), vectors.key(entry.getValue().asText()).path("value").asText()));
    boolean sandbox = files.keySet().stream().allMatch(address -> address.contains("sandbox"));
    return new PaypalTestSender.Prepared(
        PaypalTestSender.open(
            Map.of(
                "paypal.webhook-id",
                config.path("webhook_id").asText(),
                "paypal.sandbox",
                Boolean.toString(sandbox),
                "paypal.root-certificates",
                TestAccount.list(List.copyOf(files.values()))),
            PaypalTestSender.fetch(files)));
  }

  @Override
  protected boolean verifies(JsonNode vector) {
    throw new UnsupportedOperationException("all vectors are whole requests");
  }

  /** What moves money back is named by its capture alone. */
  @Override
  protected List<Notice> expected(JsonNode vector, List<Notice> read) {
    return super.expected(vector, read).stream()
        .map(notice -> notice.kind() == Kind.PAID ? notice : notice.withOutTradeNo(""))
        .toList();
  }

  @Override
  protected TestSender sender() {
    return new PaypalTestSender();
  }

  /** With another key under the same address. */
  @Override
  protected TestSender stranger() {
    return new PaypalTestSender(
        new Issuer("root", TestKeys.one()), TestKeys.one(), PaypalTestSender.ADDRESS + "1");
  }

  @Override
  protected Map<Answer, Reply> answers(int failureStatus, String reason) {
    byte[] failure = reason.getBytes(StandardCharsets.US_ASCII);
    return Map.of(
        Answer.ACCEPT,
        new Reply(200, null, new byte[0]),
        Answer.RETRY,
        new Reply(failureStatus, "text/plain", failure),
        Answer.REFUSE,
        new Reply(failureStatus, "text/plain", failure));
  }
}
