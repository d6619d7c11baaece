package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What every gateway adapter must do, proved over the gateway's vectors and over messages signed at
 * run time. A gateway's test says how an adapter is made from a vector's configuration and how
 * messages are signed, and inherits the rest.
 */
public abstract class GatewayContract {
  private static final Map<Reason, Integer> STATUS =
      Map.of(Reason.MALFORMED, 400, Reason.FORGED, 401, Reason.UNREADABLE, 422);

  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");

  /** How many mutations each gateway must survive; more by {@code -Doncepaid.fuzz=1000000}. */
  private static final int MUTATIONS = Integer.getInteger("oncepaid.fuzz", 30_000);

  private static final long SEED = Long.getLong("oncepaid.fuzz.seed", 20260309L);

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

  /** A sender with keys of its own. */
  protected abstract TestSender sender();

  /** The three answers, each with all its bytes. */
  protected abstract Map<Answer, Reply> answers(int failureStatus, String reason);

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

  @Test
  void takes_a_genuine_message_and_its_honest_repeat_as_the_same() throws Exception {
    TestSender sender = sender();
    Gateway receiver = sender.receiver();
    Instant later = NOW.plusSeconds(240);

    Reading first = receiver.read(sender.paid("T1", "2026030900001", 8880, NOW));
    Reading repeat = receiver.read(sender.paid("T1", "2026030900001", 8880, later));

    assertThat(first.notices()).hasSize(1);
    Notice notice = first.notices().get(0);
    assertThat(notice)
        .isEqualTo(Notice.paid("T1", "2026030900001", 8880, "CNY", notice.occurredAt()));
    assertThat(repeat).isEqualTo(first);
  }

  @Test
  void refuses_every_single_bit_flip_of_the_signature() {
    TestSender sender = sender();
    refusesAll(sender.receiver(), sender.signatureFlips(sender.paid("T1", "42", 8880, NOW)));
  }

  @Test
  void refuses_every_single_bit_flip_of_the_signed_content() {
    TestSender sender = sender();
    refusesAll(sender.receiver(), sender.contentFlips(sender.paid("T1", "42", 8880, NOW)));
  }

  @Test
  void refuses_a_message_signed_with_another_key() {
    refuses(sender().receiver(), sender().paid("T1", "42", 8880, NOW), Reason.FORGED);
  }

  @Test
  void refuses_a_message_without_one_of_its_parts() {
    TestSender sender = sender();
    RawCallback message = sender.paid("T1", "42", 8880, NOW);
    refusesAll(sender.receiver(), sender.parts().stream().map(p -> sender.without(message, p)));
  }

  @Test
  void refuses_a_message_with_one_of_its_parts_twice() {
    TestSender sender = sender();
    RawCallback message = sender.paid("T1", "42", 8880, NOW);
    for (String part : sender.parts()) {
      refuses(sender.receiver(), sender.twice(message, part), Reason.MALFORMED);
    }
  }

  @Test
  void refuses_a_message_that_is_not_fresh_where_the_format_has_a_time() throws Exception {
    TestSender sender = sender();
    Gateway receiver = sender.receiver();
    RawCallback message = sender.paid("T1", "42", 8880, NOW);
    Duration tolerance = sender.tolerance().orElse(Duration.ofDays(365));
    Duration within = tolerance.minusMillis(1);

    assertThat(receiver.read(Callbacks.receivedAt(message, NOW.plus(within))).notices()).hasSize(1);
    assertThat(receiver.read(Callbacks.receivedAt(message, NOW.minus(within))).notices())
        .hasSize(1);
    if (sender.tolerance().isPresent()) {
      Stream.of(NOW.plus(tolerance), NOW.minus(tolerance), Instant.EPOCH, NOW.plusSeconds(1L << 40))
          .map(received -> Callbacks.receivedAt(message, received))
          .forEach(stale -> refuses(receiver, stale, Reason.FORGED));
    }
  }

  @TestFactory
  Stream<DynamicTest> refuses_each_message_of_another_gateway() {
    Gateway receiver = sender().receiver();
    return Vectors.FILES.stream()
        .filter(file -> !file.equals(vectorsFile()))
        .flatMap(file -> Vectors.load(file).ofKind("callback").stream())
        .map(
            vector ->
                dynamicTest(
                    vector.path("id").asText(),
                    () -> refusesAll(receiver, Stream.of(Callbacks.of(vector, NOW)))));
  }

  @TestFactory
  Stream<DynamicTest> books_nothing_for_each_event_without_money() {
    TestSender sender = sender();
    Gateway receiver = sender.receiver();
    return sender.withoutMoney(NOW).entrySet().stream()
        .map(
            event ->
                dynamicTest(
                    event.getKey(),
                    () -> assertThat(receiver.read(event.getValue()).notices()).isEmpty()));
  }

  @Test
  void calls_a_genuine_message_with_an_impossible_amount_unreadable_each_time_alike() {
    TestSender sender = sender();
    Gateway receiver = sender.receiver();

    UnusableCallback first = refusal(receiver, sender.paidImpossibly("T1", NOW));
    UnusableCallback repeat = refusal(receiver, sender.paidImpossibly("T1", NOW.plusSeconds(60)));

    assertThat(first.reason()).isEqualTo(Reason.UNREADABLE);
    assertThat(first.outTradeNo()).isEqualTo("T1");
    assertThat(repeat.content()).isNotEmpty().isEqualTo(first.content());
  }

  @Test
  void FR20_answers_in_exactly_the_words_of_the_gateway() {
    Gateway receiver = sender().receiver();
    answers(404, "UNKNOWN_PAYMENT")
        .forEach(
            (answer, words) ->
                assertThat(receiver.reply(answer, 404, "UNKNOWN_PAYMENT"))
                    .usingRecursiveComparison()
                    .isEqualTo(words));
    assertThat(answers(503, "UNAVAILABLE").keySet()).containsExactlyInAnyOrder(Answer.values());
    assertThat(receiver.reply(Answer.RETRY, 503, "UNAVAILABLE"))
        .usingRecursiveComparison()
        .isEqualTo(answers(503, "UNAVAILABLE").get(Answer.RETRY));
  }

  @Test
  void refuses_bodies_that_are_meant_to_hurt() {
    TestSender sender = sender();
    RawCallback message = sender.paid("T1", "42", 8880, NOW);
    Stream<byte[]> bodies =
        Stream.of(
                "",
                "&".repeat(1 << 20),
                "a=1&".repeat(100_000),
                "%".repeat(1 << 20),
                "[".repeat(1 << 20),
                "{\"a\":".repeat(100_000),
                "{\"a\":" + "9".repeat(1 << 20) + "}",
                "{\"a\":\"" + "x".repeat(1 << 20) + "\"}",
                "\0".repeat(1 << 20))
            .map(text -> text.getBytes(StandardCharsets.US_ASCII));
    refusesAll(sender.receiver(), bodies.map(body -> Callbacks.withBody(message, body)));
  }

  /** What is read from a mutated callback is what its original says, or nothing at all. */
  @Test
  void takes_no_mutation_for_anything_but_its_original() throws Exception {
    List<JsonNode> genuine = vectors.ofKind("callback").stream().filter(v -> accepted(v)).toList();
    Mutations mutations = new Mutations(SEED);
    for (int n = 0; n < MUTATIONS; n++) {
      JsonNode vector = genuine.get(n % genuine.size());
      Gateway gateway = adapters.computeIfAbsent(vector, this::adapter);
      RawCallback mutated = mutations.mutate(callback(vector));
      try {
        assertThat(gateway.read(mutated)).as(describe(n, mutated)).isEqualTo(original(vector));
      } catch (UnusableCallback refused) {
        // As it should be.
      } catch (RuntimeException e) {
        throw new AssertionError(describe(n, mutated), e);
      }
    }
  }

  @Test
  void gets_through_genuinely_signed_nonsense_without_an_accident() {
    TestSender sender = sender();
    Gateway receiver = sender.receiver();
    Mutations mutations = new Mutations(SEED);
    for (int n = 0; n < MUTATIONS / 30; n++) {
      RawCallback nonsense = sender.signedNonsense(mutations, NOW);
      try {
        receiver.read(nonsense);
      } catch (UnusableCallback refused) {
        assertThat(refused.getMessage()).isNotEmpty();
      } catch (RuntimeException e) {
        throw new AssertionError(describe(n, nonsense), e);
      }
    }
  }

  private final Map<JsonNode, Gateway> adapters = new IdentityHashMap<>();
  private final Map<JsonNode, Reading> originals = new IdentityHashMap<>();

  private Reading original(JsonNode vector) throws UnusableCallback {
    Reading known = originals.get(vector);
    if (known == null) {
      known = adapters.get(vector).read(callback(vector));
      originals.put(vector, known);
    }
    return known;
  }

  private static String describe(int n, RawCallback callback) {
    return "mutation %d of seed %d: %s %s"
        .formatted(
            n, SEED, callback.headers(), new String(callback.body(), StandardCharsets.ISO_8859_1));
  }

  private static void refusesAll(Gateway gateway, Stream<RawCallback> callbacks) {
    callbacks.forEach(callback -> refusal(gateway, callback));
  }

  private static void refuses(Gateway gateway, RawCallback callback, Reason reason) {
    assertThat(refusal(gateway, callback).reason()).isEqualTo(reason);
  }

  /** How the gateway refuses the callback; fails when it does not. */
  protected static UnusableCallback refusal(Gateway gateway, RawCallback callback) {
    try {
      throw new AssertionError(describe(0, callback) + " was read as " + gateway.read(callback));
    } catch (UnusableCallback refused) {
      return refused;
    }
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
