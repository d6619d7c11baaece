package io.oncepaid.crash;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncepaid.gateway.Notice;
import io.oncepaid.pipeline.Evidence;
import io.oncepaid.pipeline.Outcome;
import io.oncepaid.pipeline.SettlementQueue;
import io.oncepaid.pipeline.Source;
import io.oncepaid.pipeline.Submission;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.TestShop;
import io.oncepaid.testing.Wire.Answer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Waiting is bounded in number and in time. */
@QuarkusTest
@TestProfile(CrashProfile.class)
class QueueLimitsTest extends CrashTest {
  private static final int LIMIT = 4096;
  private static final Duration AT_ONCE = ofMillis(500);
  private static final Duration DEADLINE = ofMillis(2500);
  private static final Duration SLACK = ofMillis(700);

  @Inject SettlementQueue queue;

  @Test
  void one_too_many_is_answered_503_at_once() throws Exception {
    Trade trade = registered();
    Held one = hold(0);
    Held other = hold(1);
    List<CompletionStage<Outcome>> waiting =
        IntStream.range(0, LIMIT).mapToObj(i -> queue.submit(notice("N" + i))).toList();

    long start = System.nanoTime();
    Answer answer = send(alipay.paid(trade, 0));

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(AT_ONCE);
    assertThat(answer.whole()).isEqualTo("503 text/plain failure");
    assertThat(answer.headers().get("retry-after")).isEqualTo("5");
    await().until(() -> waiting.stream().allMatch(stage -> stage.toCompletableFuture().isDone()));
    one.open();
    other.open();
    await().until(() -> send(alipay.paid(trade, 1)).text().equals("success"));
    assertPaidOnce(trade);
  }

  @Test
  void whoever_still_waits_at_the_deadline_leaves_unsettled_with_503() throws Exception {
    Trade trade = registeredFor(1, 1).get(0);
    Held held = hold(1);

    long start = System.nanoTime();
    Answer answer = send(alipay.paid(trade, 0));

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isBetween(DEADLINE.minus(ofMillis(50)), DEADLINE.plus(SLACK));
    assertThat(answer.whole()).isEqualTo("503 text/plain failure");
    assertThat(answer.headers().get("retry-after")).isEqualTo("5");
    held.open();
    awaitWaiting(0);
    assertUntouched(trade);
    assertThat(send(alipay.paid(trade, 1)).text()).isEqualTo("success");
    assertPaidOnce(trade);
  }

  private static Submission notice(String number) {
    return new Submission(
        MERCHANT,
        TestShop.ALIPAY,
        "alipay",
        Source.CALLBACK,
        Notice.paid(number, "42-" + number, AMOUNT, "CNY", Instant.now()),
        new Evidence("{}", new byte[0]),
        Instant.now());
  }
}
