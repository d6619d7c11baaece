package io.oncepaid.gateway.stripe;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayContract;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestSender;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

class StripeGatewayTest extends GatewayContract {
  @Override
  protected String vectorsFile() {
    return "stripe.json";
  }

  @Override
  protected Gateway adapter(JsonNode vector) {
    List<String> secrets =
        vectors.keys(vector.path("config").path("keys").path("secrets")).stream()
            .map(key -> key.path("value").asText())
            .toList();
    return StripeTestSender.receiver(Map.of("stripe.secrets", TestAccount.list(secrets)));
  }

  @Override
  protected boolean verifies(JsonNode vector) {
    throw new UnsupportedOperationException("all vectors are whole requests");
  }

  /** Refunds are booked by refund.* alone. */
  @Override
  protected List<Notice> expected(JsonNode vector, List<Notice> read) {
    return vector.path("id").asText().equals("st-charge-refunded-partial")
        ? List.of()
        : super.expected(vector, read);
  }

  @Override
  protected TestSender sender() {
    return new StripeTestSender();
  }

  @Override
  protected TestSender stranger() {
    return new StripeTestSender("whsec_0c9Fb3Mq7Xs5Hk1Jd8Yw4Lz2Rn6Vt0PaG");
  }

  @Override
  protected Map<Answer, Reply> answers(int failureStatus, String reason) {
    byte[] text = reason.getBytes(StandardCharsets.US_ASCII);
    return Map.of(
        Answer.ACCEPT,
        new Reply(200, null, new byte[0]),
        Answer.RETRY,
        new Reply(failureStatus, "text/plain", text),
        Answer.REFUSE,
        new Reply(failureStatus, "text/plain", text));
  }
}
