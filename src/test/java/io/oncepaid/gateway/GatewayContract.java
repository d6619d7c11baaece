package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.oncepaid.gateway.UnusableCallback.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * What every gateway adapter must do. A gateway's test says how an adapter is made from a vector's
 * configuration and how messages are signed, and inherits all tests: {@link VectorContract} over
 * the gateway's vectors, {@link MutationContract} over damaged ones, this part over messages that
 * are signed at run time.
 */
public abstract class GatewayContract extends MutationContract {
  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");

  /** A sender with other keys. */
  protected abstract TestSender stranger();

  /** The three answers, each with all its bytes. */
  protected abstract Map<Answer, Reply> answers(int failureStatus, String reason);

  /** The payment's transaction as it is read from what {@link TestSender#paid} was given. */
  protected String transaction(String outTradeNo, String transactionId) {
    return transactionId;
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
    String transaction = transaction("T1", "2026030900001");
    assertThat(notice).isEqualTo(Notice.paid("T1", transaction, 8880, "CNY", notice.occurredAt()));
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
    refuses(sender().receiver(), stranger().paid("T1", "42", 8880, NOW), Reason.FORGED);
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

  private static void refusesAll(Gateway gateway, Stream<RawCallback> callbacks) {
    callbacks.forEach(callback -> refusal(gateway, callback));
  }

  private static void refuses(Gateway gateway, RawCallback callback, Reason reason) {
    assertThat(refusal(gateway, callback).reason()).isEqualTo(reason);
  }

  /** How the gateway refuses the callback; fails when it does not. */
  protected static UnusableCallback refusal(Gateway gateway, RawCallback callback) {
    try {
      throw new AssertionError(
          MutationContract.words(callback) + " was read as " + gateway.read(callback));
    } catch (UnusableCallback refused) {
      return refused;
    }
  }
}
