package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The half of a gateway's contract that its vectors prove: each callback, signature, ciphertext and
 * sequence is read as its vector says.
 */
public abstract class VectorContract {
  private static final Map<Reason, Integer> STATUS =
      Map.of(
          Reason.MALFORMED,
          400,
          Reason.FORGED,
          401,
          Reason.UNREADABLE,
          422,
          Reason.UNAVAILABLE,
          503);

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

  /** The notices that an accepted vector stands for. */
  protected List<Notice> expected(JsonNode vector, List<Notice> read) {
    return VectorFacts.expected(vector, read);
  }

  final RawCallback callback(JsonNode vector) {
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

  static boolean accepted(JsonNode vector) {
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
    if (!VectorFacts.canBeOurs(vector)) {
      assertThatThrownBy(() -> gateway.read(callback))
          .isInstanceOfSatisfying(
              UnusableCallback.class,
              refused -> assertThat(refused.reason()).isEqualTo(Reason.UNREADABLE));
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
    if (http.has("xml_return_code")) {
      assertThat(body)
          .startsWith(
              "<xml><return_code><![CDATA[" + http.path("xml_return_code").asText() + "]]>");
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
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }
}
