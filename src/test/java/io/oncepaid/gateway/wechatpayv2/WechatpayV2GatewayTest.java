package io.oncepaid.gateway.wechatpayv2;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayContract;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.TestSender;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.XmlFields;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

class WechatpayV2GatewayTest extends GatewayContract {
  @Override
  protected String vectorsFile() {
    return "wechatpay-v2.json";
  }

  private String key(JsonNode vector) {
    return vectors
        .key(vector.path("config").path("keys").path("secret").asText())
        .path("value")
        .asText();
  }

  @Override
  protected Gateway adapter(JsonNode vector) {
    JsonNode config = vector.path("config");
    return new WechatpayV2TestSender(key(vector), config.path("sign_type").asText())
        .receiver(
            Map.of(
                "mch-id", config.path("mch_id").asText(),
                "app-ids", config.path("appid").asText()));
  }

  @Override
  protected boolean verifies(JsonNode vector) {
    Map<String, String> params = new LinkedHashMap<>();
    vector
        .path("message")
        .path("params")
        .forEach(param -> params.put(param.get(0).asText(), param.get(1).asText()));
    try {
      byte[] document = WechatpayV2TestSender.xml("xml", params).getBytes(StandardCharsets.UTF_8);
      return new WechatpayV2Key(key(vector))
          .made(
              vector.path("config").path("sign_type").asText(),
              vector.path("message").path("signature").asText(),
              XmlFields.read(document).content(Set.of("sign")));
    } catch (UnusableCallback e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected TestSender sender() {
    return new WechatpayV2TestSender(WechatpayV2TestSender.KEY, "MD5");
  }

  @Override
  protected TestSender stranger() {
    return new WechatpayV2TestSender("Zz3vT8yLw2ZpR6nBs9DfHj4MxCgQe7Ua", "MD5");
  }

  @Override
  protected Map<Answer, Reply> answers(int failureStatus, String reason) {
    byte[] success =
        ("<xml><return_code><![CDATA[SUCCESS]]></return_code>"
                + "<return_msg><![CDATA[OK]]></return_msg></xml>")
            .getBytes(StandardCharsets.US_ASCII);
    byte[] failure =
        ("<xml><return_code><![CDATA[FAIL]]></return_code><return_msg><![CDATA["
                + reason
                + "]]></return_msg></xml>")
            .getBytes(StandardCharsets.US_ASCII);
    return Map.of(
        Answer.ACCEPT,
        new Reply(200, "text/xml", success),
        Answer.RETRY,
        new Reply(failureStatus, "text/xml", failure),
        Answer.REFUSE,
        new Reply(failureStatus, "text/xml", failure));
  }
}
