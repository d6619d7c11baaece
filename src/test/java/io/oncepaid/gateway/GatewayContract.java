package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncepaid.gateway.Notice.Kind;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * What every gateway adapter must do, proved over the gateway's vectors. A gateway's test says how
 * an adapter is made from a vector's configuration and inherits the rest.
 */
public abstract class GatewayContract {
  private static final Map<UnusableCallback.Reason, Integer> STATUS =
      Map.of(
          UnusableCallback.Reason.MALFORMED, 400,
          UnusableCallback.Reason.FORGED, 401,
          UnusableCallback.Reason.UNREADABLE, 422);

  protected final Vectors vectors = Vectors.load(vectorsFile());

  /** The gateway's file, one of {@link Vectors#FILES}. */
  protected abstract String vectorsFile();

  /** The adapter that a vector's configuration describes. */
  protected abstract Gateway adapter(JsonNode vector);

  /** When a vector's request arrived. */
  protected Instant receivedAt(JsonNode vector) {
    return Instant.ofEpochSecond(vector.path("config").path("now").asLong());
  }

  /** What a vector of kind signature says about its signature. */
  protected abstract boolean verifies(JsonNode vector);

  /** The clear text of a vector of kind aead, or null when it does not open. */
  protected byte[] open(JsonNode vector) {
    throw new UnsupportedOperationException("nothing is encrypted by this gateway");
  }

  protected final RawCallback callback(JsonNode vector) {
    return Callbacks.of(vector, receivedAt(vector));
  }

  @TestFactory
  Stream<DynamicTest> reads_each_callback_as_its_vector_says() {
    return tests("callback", vector -> judge(vector));
  }

  @TestFactory
  Stream<DynamicTest> verifies_each_signature_as_its_vector_says() {
    return tests("signature", vector -> assertThat(verifies(vector)).isEqualTo(accepted(vector)));
  }

  @TestFactory
  Stream<DynamicTest> opens_each_ciphertext_as_its_vector_says() {
    return tests(
        "aead",
        vector -> {
          byte[] clear = open(vector);
          assertThat(clear == null ? null : new String(clear, StandardCharsets.UTF_8))
              .isEqualTo(vector.path("expect").path("plaintext").textValue());
        });
  }

  @TestFactory
  Stream<DynamicTest> reads_each_sequence_with_repeats_equal_to_what_came_first() {
    return vectors.sequences().stream()
        .map(sequence -> dynamicTest(sequence.path("id").asText(), () -> replay(sequence)));
  }

  private interface Judge {
    void accept(JsonNode vector) throws Exception;
  }

  private Stream<DynamicTest> tests(String kind, Judge judge) {
    return vectors.ofKind(kind).stream()
        .map(vector -> dynamicTest(vector.path("id").asText(), () -> judge.accept(vector)));
  }

  private static boolean accepted(JsonNode vector) {
    return vector.path("expect").path("verdict").asText().equals("accept");
  }

  private void judge(JsonNode vector) throws Exception {
    Gateway gateway = adapter(vector);
    RawCallback callback = callback(vector);
    String verdict = vector.path("expect").path("verdict").asText();
    if (verdict.equals("reject")) {
      assertThatThrownBy(() -> gateway.read(callback))
          .isInstanceOfSatisfying(
              UnusableCallback.class,
              refused ->
                  assertReply(
                      vector,
                      gateway.reply(Answer.REFUSE, STATUS.get(refused.reason()), "REFUSED")));
      return;
    }
    List<Notice> notices = gateway.read(callback).notices();
    assertReply(vector, gateway.reply(Answer.ACCEPT, 200, ""));
    if (verdict.equals("ack_no_effect")) {
      assertThat(notices).isEmpty();
    } else {
      assertThat(notices).isEqualTo(expected(vector, notices));
    }
  }

  private void replay(JsonNode sequence) throws Exception {
    List<Notice> seen = new ArrayList<>();
    for (JsonNode step : sequence.path("steps")) {
      JsonNode vector = vectors.byId(step.path("vector").asText());
      List<Notice> notices = adapter(vector).read(callback(vector)).notices();
      if (step.path("effect").asText().equals("apply")) {
        assertThat(seen).isNotEqualTo(notices).doesNotContain(notices.get(notices.size() - 1));
      } else {
        assertThat(seen).containsAll(notices);
      }
      seen.addAll(notices);
    }
  }

  /**
   * The notices that a vector's normal form stands for. A time that it leaves open is taken from
   * what was read.
   */
  private static List<Notice> expected(JsonNode vector, List<Notice> read) {
    JsonNode expect = vector.path("expect");
    List<JsonNode> facts = new ArrayList<>();
    expect.path("normalized_all").elements().forEachRemaining(facts::add);
    if (facts.isEmpty()) {
      facts.add(expect.path("normalized"));
    }
    List<Notice> notices = new ArrayList<>();
    for (JsonNode fact : facts) {
      Instant open =
          notices.size() < read.size() ? read.get(notices.size()).occurredAt() : Instant.EPOCH;
      notices.addAll(notices(fact, open));
    }
    return notices;
  }

  private static List<Notice> notices(JsonNode fact, Instant open) {
    String number = fact.path("out_trade_no").asText("");
    String transaction = fact.path("gateway_txn_id").asText("");
    long amount = fact.path("amount_minor").asLong();
    String currency = fact.path("currency").asText("");
    Instant time = time(fact.path("success_time"), open);
    Notice paid = amount == 0 ? null : Notice.paid(number, transaction, amount, currency, time);
    return switch (fact.path("event_kind").asText() + ' ' + fact.path("status").asText()) {
      case "payment paid" -> List.of(paid);
      case "payment partially_refunded", "payment refunded" ->
          List.of(
              paid,
              Notice.refundedInTotal(
                  number,
                  transaction,
                  fact.path("refund_total_minor").asLong(),
                  currency,
                  time(fact.path("refund_time"), open)));
      case "payment closed", "payment failed" -> List.of(Notice.closed(number, transaction, open));
      case "refund refunded" -> List.of(refund(Kind.REFUNDED, fact, time));
      case "refund refund_needs_action" -> List.of(refund(Kind.REFUND_ABNORMAL, fact, time));
      case "refund refund_closed" -> List.of(refund(Kind.REFUND_FAILED, fact, time));
      default -> throw new IllegalStateException("no rule for " + fact);
    };
  }

  private static Notice refund(Kind kind, JsonNode fact, Instant time) {
    return new Notice(
        kind,
        fact.path("out_trade_no").asText(""),
        fact.path("gateway_txn_id").asText(""),
        fact.path("out_refund_no").asText(""),
        fact.path("gateway_refund_id").asText(""),
        fact.path("refund_minor").asLong(),
        fact.path("currency").asText(),
        null,
        time);
  }

  private static Instant time(JsonNode text, Instant open) {
    return text.isTextual() ? OffsetDateTime.parse(text.asText()).toInstant() : open;
  }

  private static void assertReply(JsonNode vector, Reply reply) {
    JsonNode http = vector.path("expect").path("http");
    String body = new String(reply.body(), StandardCharsets.UTF_8);
    if (http.has("status")) {
      assertThat(reply.status()).isEqualTo(http.path("status").asInt());
    }
    if (http.has("status_any_of") && accepted(vector)) {
      assertThat(http.path("status_any_of")).extracting(JsonNode::asInt).contains(reply.status());
    }
    if (http.has("status_range")) {
      assertThat(reply.status())
          .isBetween(
              http.path("status_range").get(0).asInt(), http.path("status_range").get(1).asInt());
    }
    if (http.has("body")) {
      assertThat(body).isEqualTo(http.path("body").asText());
    }
    if (http.has("body_not")) {
      assertThat(body).isNotEqualTo(http.path("body_not").asText());
    }
    if (http.has("body_json")) {
      http.path("body_json")
          .properties()
          .forEach(field -> assertThat(json(body).get(field.getKey())).isEqualTo(field.getValue()));
    }
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
