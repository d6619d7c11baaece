package io.oncepaid.gateway.adyen;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayContract;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.SharedSecret;
import io.oncepaid.gateway.SharedSecret.Hash;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestSender;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

class AdyenGatewayTest extends GatewayContract {
  @Override
  protected String vectorsFile() {
    return "adyen.json";
  }

  /** A vector that leaves them open takes its own message's account and environment. */
  @Override
  protected Gateway adapter(JsonNode vector) {
    JsonNode config = vector.path("config");
    String body = vector.path("request").path("body_text").asText();
    String account = body.replaceAll("(?s).*\"merchantAccountCode\": *\"([^\"]*)\".*", "$1");
    String live = body.replaceAll("(?s).*\"live\": *\"(true|false)\".*", "$1");
    return new AdyenType()
        .open(
            TestAccount.PROPERTY,
            TestAccount.configured(
                "adyen",
                Map.of(
                    "adyen.hmac-keys",
                    TestAccount.list(
                        vectors.keys(config.path("keys").path("hmac")).stream()
                            .map(key -> key.path("value").asText())
                            .toList()),
                    "adyen.merchant-accounts",
                    config.has("merchant_accounts")
                        ? config.path("merchant_accounts").get(0).asText()
                        : account.equals(body) ? "none" : account,
                    "adyen.live",
                    config.has("live")
                        ? config.path("live").asText()
                        : live.equals(body) ? "true" : live)));
  }

  @Override
  protected Instant receivedAt(JsonNode vector) {
    return Instant.parse("2026-03-09T02:15:30Z");
  }

  @Override
  protected boolean verifies(JsonNode vector) {
    JsonNode key = vectors.keys(vector.path("config").path("keys").path("hmac")).get(0);
    JsonNode message = vector.path("message");
    return new SharedSecret(Hash.SHA256, HexFormat.of().parseHex(key.path("value").asText()))
        .made(
            Base64Text.decode(message.path("signature").asText()),
            Base64.getDecoder().decode(message.path("body_b64").asText()));
  }

  /** What moves money back is named by its payment's transaction alone. */
  @Override
  protected List<Notice> expected(JsonNode vector, List<Notice> read) {
    return super.expected(vector, read).stream()
        .map(
            notice ->
                notice.kind() == Kind.PAID || notice.kind() == Kind.CLOSED
                    ? notice
                    : notice.withOutTradeNo(""))
        .toList();
  }

  /** The time is not signed. */
  @Override
  protected Reading signedPart(Reading reading) {
    return new Reading(
        reading.type(),
        reading.notices().stream()
            .map(
                n ->
                    new Notice(
                        n.kind(),
                        n.outTradeNo(),
                        n.transactionId(),
                        n.outRefundNo(),
                        n.gatewayRefundId(),
                        n.amount(),
                        n.currency(),
                        n.refundedTotal(),
                        Instant.EPOCH))
            .toList());
  }

  @Override
  protected TestSender sender() {
    return new AdyenTestSender();
  }

  @Override
  protected TestSender stranger() {
    return new AdyenTestSender(AdyenTestSender.OTHER_KEY);
  }

  @Override
  protected Map<Answer, Reply> answers(int failureStatus, String reason) {
    byte[] failure = reason.getBytes(StandardCharsets.US_ASCII);
    return Map.of(
        Answer.ACCEPT,
        new Reply(200, "text/plain", "[accepted]".getBytes(StandardCharsets.US_ASCII)),
        Answer.RETRY,
        new Reply(failureStatus, "text/plain", failure),
        Answer.REFUSE,
        new Reply(failureStatus, "text/plain", failure));
  }
}
