package io.oncepaid.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncepaid.pipeline.FaultPoint;
import io.oncepaid.simulate.Callback;
import io.oncepaid.simulate.Refund;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.Books;
import io.oncepaid.testing.CuttingProxy;
import io.oncepaid.testing.Wire.Answer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever breaks while a notice is settled: nothing is half-written, and the retry pays once. */
@QuarkusTest
@TestProfile(CrashProfile.class)
class FaultPointsTest extends CrashTest {

  @ParameterizedTest
  @EnumSource(FaultPoint.class)
  void a_failure_at_any_point_leaves_nothing_half_written(FaultPoint point) throws Exception {
    Trade trade = registered();
    faults.at(
        point,
        () -> {
          throw new IllegalStateException("broken on purpose at " + point);
        });

    Answer undecided = send(alipay.paid(trade, 0));

    assertUndecided(undecided);
    assertBookedOnlyIfCommitted(trade, point);
    faults.none();
    assertPaysOnce(trade);
  }

  @ParameterizedTest
  @EnumSource(
      value = FaultPoint.class,
      names = {"AFTER_LAYER_2", "AFTER_LAYER_3", "AFTER_LAYER_4", "BEFORE_COMMIT"})
  void a_backend_killed_at_any_point_leaves_nothing_half_written(FaultPoint point)
      throws Exception {
    Trade trade = registered();
    faults.at(point, () -> kill("state = 'idle in transaction'"));

    Answer undecided = send(alipay.paid(trade, 0));

    assertUndecided(undecided);
    assertUntouched(trade);
    faults.none();
    assertPaysOnce(trade);
  }

  @Test
  void all_backends_killed_while_they_idle_are_replaced() throws Exception {
    Trade trade = registered();
    kill("state = 'idle'");

    await()
        .atMost(Duration.ofSeconds(10))
        .until(() -> send(alipay.paid(trade, 0)).text().equals("success"));

    assertPaidOnce(trade);
  }

  @Test
  void a_connection_cut_after_commit_was_sent_is_not_acknowledged_and_the_retry_pays_once()
      throws Exception {
    Trade trade = registered();
    cutNextCommit();

    Answer undecided = send(alipay.paid(trade, 0));

    assertUndecided(undecided);
    assertPaidOnce(trade); // committed, and nobody was told
    assertPaysOnce(trade);
  }

  @Test
  void a_whole_group_whose_commit_was_cut_is_paid_once_by_the_retries() throws Exception {
    List<Trade> trades = registeredFor(0, 8);
    List<Callback> callbacks = trades.stream().map(trade -> alipay.paid(trade, 0)).toList();
    Held held = hold(0);
    List<Future<Answer>> started = held.behind(callbacks);
    faults.at(FaultPoint.AFTER_COMMIT, this::cutNextCommit);
    held.release();

    for (Answer answer : all(started)) {
      assertUndecided(answer);
    }
    faults.none();
    for (Trade trade : trades) {
      assertPaysOnce(trade);
    }
  }

  @ParameterizedTest
  @EnumSource(FaultPoint.class)
  void a_refund_is_booked_once_whatever_breaks(FaultPoint point) throws Exception {
    Trade trade = registered();
    assertThat(send(wechat.paid(trade, 0)).status()).isEqualTo(204);
    Refund refund = new Refund("R1", 300, 300, Instant.now());
    faults.at(
        point,
        () -> {
          throw new IllegalStateException("broken on purpose at " + point);
        });

    assertThat(send(wechat.refunded(trade, refund, 0)).status()).isEqualTo(503);

    faults.none();
    boolean committed = point == FaultPoint.AFTER_COMMIT;
    assertThat(books.refunded(MERCHANT, trade.outTradeNo())).isEqualTo(committed ? 300 : 0);
    for (int repeat = 0; repeat < 2; repeat++) {
      assertThat(send(wechat.refunded(trade, refund, repeat)).status()).isEqualTo(204);
    }
    assertThat(books.refunded(MERCHANT, trade.outTradeNo())).isEqualTo(300);
    assertThat(books.flows(MERCHANT, trade.outTradeNo()))
        .containsExactly("PAY " + AMOUNT, "REFUND 300");
    assertThat(books.events(MERCHANT, trade.outTradeNo()))
        .containsExactly("payment.paid", "payment.refunded");
  }

  private void assertUndecided(Answer answer) {
    assertThat(answer.whole()).isEqualTo("503 text/plain failure");
    assertThat(answer.headers()).containsKey("retry-after");
  }

  private void assertBookedOnlyIfCommitted(Trade trade, FaultPoint point) {
    if (point == FaultPoint.AFTER_COMMIT) {
      assertPaidOnce(trade);
    } else {
      assertUntouched(trade);
    }
  }

  private void assertPaysOnce(Trade trade) throws Exception {
    for (int repeat = 1; repeat <= 2; repeat++) {
      assertThat(send(alipay.paid(trade, repeat)).whole()).isEqualTo("200 text/plain success");
    }
    assertPaidOnce(trade);
  }

  private void cutNextCommit() {
    new Books(pool).list(CuttingProxy.CUT_NEXT_COMMIT);
  }

  private void kill(String which) {
    String killed =
        "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity"
            + " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND "
            + which;
    assertThat(books.number(killed)).isPositive();
  }
}
