package io.oncepaid.gateway.standardwebhooks;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayContract;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestSender;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class StandardWebhooksGatewayTest extends GatewayContract {
  @Override
  protected String vectorsFile() {
    return "standard-webhooks.json";
  }

  @Override
  protected Gateway adapter(JsonNode vector) {
    JsonNode config = vector.path("config");
    List<String> secrets = new ArrayList<>();
    List<String> publicKeys = new ArrayList<>();
    for (JsonNode key : vectors.keys(config.path("keys").path("verifiers"))) {
      (key.path("type").asText().equals("ed25519-public") ? publicKeys : secrets)
          .add(key.path("value").asText());
    }
    Map<String, String> settings = new HashMap<>();
    settings.put("tolerance", config.path("tolerance_s").asText() + "s");
    if (!secrets.isEmpty()) {
      settings.put("secrets", TestAccount.list(secrets));
    }
    if (!publicKeys.isEmpty()) {
      settings.put("public-keys", TestAccount.list(publicKeys));
    }
    if (config.has("headers")) {
      settings.put("header-prefix", "svix");
    }
    return StandardWebhooksTestSender.receiver(settings);
  }

  @Override
  protected boolean verifies(JsonNode vector) {
    throw new UnsupportedOperationException("there are only whole requests");
  }

  @Override
  protected TestSender sender() {
    return StandardWebhooksTestSender.withSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
  }

  @Override
  protected TestSender stranger() {
    return StandardWebhooksTestSender.withSecret("whsec_zSxss+el8umFKf9zase15LqmpRawPVjZ");
  }

  @Override
  protected Map<Answer, Reply> answers(int failureStatus, String reason) {
    return Map.of(
        Answer.ACCEPT,
        new Reply(204, null, new byte[0]),
        Answer.RETRY,
        new Reply(failureStatus, null, new byte[0]),
        Answer.REFUSE,
        new Reply(failureStatus, null, new byte[0]));
  }
}
