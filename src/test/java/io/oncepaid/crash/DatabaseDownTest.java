package io.oncepaid.crash;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncepaid.simulate.Callback;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.Traffic;
import io.oncepaid.testing.Traffic.Answered;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The database goes away under load and comes back: nobody is told what is not so. */
@QuarkusTest
@TestProfile(CrashProfile.class)
class DatabaseDownTest extends CrashTest {
  private static final int PAYMENTS = 80;
  private static final int SENDERS = 16;
  private static final Duration STOPPED_LIMIT = ofSeconds(2);
  private static final Duration DEADLINE = ofMillis(2500);

  /** What a busy machine takes to wake up and to send the answer. */
  private static final Duration SLACK = ofMillis(700);

  private static final Duration RECOVERY = ofSeconds(10);

  @Test
  void stopped_it_means_503_within_two_seconds_and_nothing_acknowledged() throws Exception {
    List<Trade> trades = registeredFor(0, PAYMENTS);
    try (Traffic traffic = traffic(trades)) {
      await().until(() -> traffic.acknowledged().size() > PAYMENTS / 4);

      postgres.stopAtOnce();
      List<Answered> answers = answersNow(traffic);
      postgres.startAgain();

      assertThat(answers).extracting(Answered::status).containsOnly(503);
      assertThat(answers).allMatch(answer -> took(answer).compareTo(STOPPED_LIMIT) <= 0);
      awaitRecovery(traffic);
    }
    assertBooks(trades);
  }

  @Test
  void frozen_it_means_503_by_the_deadline() throws Exception {
    List<Trade> trades = registeredFor(1, PAYMENTS);
    Callback unreadable = alipay.paid(trade(numberFor(0)).withAmount(0), 0);
    try (Traffic traffic = traffic(trades)) {
      await().until(() -> traffic.acknowledged().size() > PAYMENTS / 4);

      postgres.freeze();
      List<Answered> answers;
      try {
        Future<Duration> kept = inBackground(() -> timeToRefuse(unreadable));
        answers = answersNow(traffic);
        assertThat(kept.get()).isLessThan(DEADLINE.plus(SLACK));
      } finally {
        postgres.thaw();
      }

      assertThat(answers).extracting(Answered::status).containsOnly(503);
      assertThat(answers).allMatch(a -> took(a).compareTo(DEADLINE.plus(SLACK)) <= 0);
      awaitRecovery(traffic);
    }
    assertThat(send(unreadable).status()).isEqualTo(422);
    assertBooks(trades);
  }

  private Duration timeToRefuse(Callback unreadable) throws Exception {
    long start = System.nanoTime();
    assertThat(send(unreadable).status()).isEqualTo(503);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private Traffic traffic(List<Trade> trades) {
    return new Traffic(
        this::port,
        SENDERS,
        Duration.ZERO,
        trades.stream()
            .collect(Collectors.toMap(Trade::outTradeNo, trade -> alipay.paid(trade, 0))));
  }

  /** Waits for as many answers as two rounds of all senders have. */
  private List<Answered> answersNow(Traffic traffic) {
    long now = System.nanoTime();
    await().until(() -> traffic.sentAfter(now).size() >= 2 * SENDERS);
    return traffic.sentAfter(now);
  }

  private void awaitRecovery(Traffic traffic) {
    long now = System.nanoTime();
    await()
        .atMost(RECOVERY)
        .until(() -> traffic.sentAfter(now).stream().anyMatch(answer -> answer.status() == 200));
    await().atMost(ofSeconds(60)).until(traffic::allAcknowledged);
  }

  private static Duration took(Answered answer) {
    return Duration.ofNanos(answer.endNanos() - answer.startNanos());
  }

  private void assertBooks(List<Trade> trades) {
    String numbers = String.join(",", trades.stream().map(Trade::outTradeNo).toList());
    for (String table :
        List.of("payment_flow", "outbox_event", "payment_history WHERE what = 'PAID'")) {
      String where = table.contains("WHERE") ? " AND" : " WHERE";
      assertThat(
              books.number(
                  "SELECT count(*) FROM "
                      + table
                      + where
                      + " out_trade_no = ANY (string_to_array(?, ','))",
                  numbers))
          .as(table)
          .isEqualTo(trades.size());
    }
    assertPaidOnce(trades.get(0));
  }
}
