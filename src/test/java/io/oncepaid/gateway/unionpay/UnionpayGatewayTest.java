package io.oncepaid.gateway.unionpay;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayContract;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestKeys.Issuer;
import io.oncepaid.gateway.TestSender;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class UnionpayGatewayTest extends GatewayContract {
  @Override
  protected String vectorsFile() {
    return "unionpay.json";
  }

  @Override
  protected Gateway adapter(JsonNode vector) {
    JsonNode config = vector.path("config");
    Map<String, String> settings = new LinkedHashMap<>();
    put(settings, "root-certificates", config.path("trust").path("root"));
    put(settings, "intermediate-certificates", config.path("trust").path("intermediate"));
    put(settings, "secure-keys", config.path("keys").path("secure_key"));
    config.path("certificates_by_certId").forEach(id -> put(settings, "certificates", id));
    config
        .path("sm2_by_certId")
        .properties()
        .forEach(id -> put(settings, "sm2-public-keys." + id.getKey(), id.getValue()));
    // The published messages are from the test environment.
    settings.put("unionpay.sha1-chain", "true");
    settings.put("unionpay.certificate-names", "中国银联股份有限公司,00040000:SIGN");
    if (config.has("merId")) {
      settings.put("unionpay.mer-id", config.path("merId").asText());
    }
    return UnionpayTestSender.receiver(settings);
  }

  private void put(Map<String, String> settings, String name, JsonNode key) {
    if (key.isTextual()) {
      settings.put(
          "unionpay." + name,
          TestAccount.list(List.of(vectors.key(key.asText()).path("value").asText())));
    }
  }

  @Override
  protected boolean verifies(JsonNode vector) {
    throw new UnsupportedOperationException("all vectors are whole requests");
  }

  @Override
  protected TestSender sender() {
    return new UnionpayTestSender();
  }

  /** With a certificate in the same name, of an authority that nobody trusts. */
  @Override
  protected TestSender stranger() {
    return new UnionpayTestSender(
        new Issuer("root", TestKeys.other()),
        TestKeys.one(),
        UnionpayTestSender.HOLDER,
        UnionpayTestSender.NOW);
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
