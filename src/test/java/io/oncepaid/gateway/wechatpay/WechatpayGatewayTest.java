package io.oncepaid.gateway.wechatpay;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayContract;
import io.oncepaid.gateway.Keys;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestAccount.TestWechatpay;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestSender;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

class WechatpayGatewayTest extends GatewayContract {
  @Override
  protected String vectorsFile() {
    return "wechatpay-v3.json";
  }

  @Override
  protected Gateway adapter(JsonNode vector) {
    JsonNode config = vector.path("config");
    Map<String, String> keys = new HashMap<>();
    config
        .path("verifiers")
        .properties()
        .forEach(
            entry ->
                keys.put(
                    entry.getKey(), vectors.key(entry.getValue().asText()).path("value").asText()));
    // A published vector has a key of 16 bytes; its event is one that is not decrypted.
    String apiV3Key =
        config.path("allow_short_apiv3_key").asBoolean()
            ? "0123456789abcdef0123456789abcdef"
            : vectors.key(config.path("apiv3_key").asText()).path("value").asText();
    TestWechatpay account =
        TestWechatpay.of(config.path("mchid").asText("1900000001"), apiV3Key, keys)
            .withApps(config.path("appid").asText("wx0000000000000001"))
            .withSignatureTypes(config.has("signature_type") ? "SM2" : "RSA");
    return new WechatpayType().open(TestAccount.PROPERTY, TestAccount.of(account));
  }

  @Override
  protected boolean verifies(JsonNode vector) {
    JsonNode config = vector.path("config");
    JsonNode message = vector.path("message");
    return new Keys()
        .publicKey("key", key(vector, "public"))
        .withSm2UserId(config.path("user_id").asText("1234567812345678"))
        .verifies(
            config.path("scheme").asText().equals("sm2-sm3")
                ? Algorithm.SM3_SM2
                : Algorithm.SHA256_RSA,
            Base64Text.decode(message.path("signature_b64").asText()),
            message.path("text").asText().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  protected byte[] open(JsonNode vector) {
    JsonNode sealed = vector.path("aead");
    return new WechatpayCipher(key(vector, "apiv3").getBytes(StandardCharsets.UTF_8))
        .open(
            vector.path("config").path("scheme").asText(),
            sealed.path("nonce").asText(),
            sealed.path("associated_data").asText(),
            sealed.path("ciphertext_b64").asText());
  }

  private String key(JsonNode vector, String use) {
    return vectors.keys(vector.path("config").path("keys").path(use)).get(0).path("value").asText();
  }

  @Override
  protected TestSender sender() {
    return new WechatpayTestSender(TestKeys.one(), WechatpayTestSender.KEY_ID);
  }

  @Override
  protected TestSender stranger() {
    return new WechatpayTestSender(TestKeys.other(), WechatpayTestSender.KEY_ID);
  }

  @Override
  protected Map<Answer, Reply> answers(int failureStatus, String reason) {
    byte[] failure =
        ("{\"code\":\"FAIL\",\"message\":\"" + reason + "\"}").getBytes(StandardCharsets.US_ASCII);
    return Map.of(
        Answer.ACCEPT,
        new Reply(204, null, new byte[0]),
        Answer.RETRY,
        new Reply(failureStatus, "application/json", failure),
        Answer.REFUSE,
        new Reply(failureStatus, "application/json", failure));
  }
}
