package io.oncepaid.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.simulate.Callback;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.Wire.Answer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Somebody keeps payments locked: these wait for their retry, and nobody else waits for them. */
@QuarkusTest
@TestProfile(CrashProfile.class)
class LockedPaymentTest extends CrashTest {
  private static final Duration LOCK_TIMEOUT = Duration.ofMillis(300);

  /** What settling the others may take on a busy machine, besides the waiting. */
  private static final Duration WORK = Duration.ofMillis(900);

  @Test
  void a_locked_payment_alone_is_answered_503_after_the_lock_timeout() throws Exception {
    Trade trade = registered();

    try (Connection holder = lock(List.of(trade))) {
      long start = System.nanoTime();
      Answer answer = send(alipay.paid(trade, 0));

      assertThat(answer.whole()).isEqualTo("503 text/plain failure");
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isBetween(LOCK_TIMEOUT, LOCK_TIMEOUT.plus(WORK));
      holder.rollback();
    }
    assertThat(send(alipay.paid(trade, 1)).text()).isEqualTo("success");
    assertPaidOnce(trade);
  }

  @Test
  void locked_payments_hold_up_the_others_of_their_group_by_no_more_than_the_lock_timeout()
      throws Exception {
    List<Trade> locked = registeredFor(0, 10);
    List<Trade> free = registeredFor(0, 10);
    List<Callback> callbacks = new ArrayList<>(paid(locked));
    callbacks.addAll(paid(free));
    Held held = hold(0);
    List<Future<Answer>> started = held.behind(callbacks);

    try (Connection holder = lock(locked)) {
      long start = System.nanoTime();
      held.release();
      for (Answer answer : all(started.subList(10, 20))) {
        assertThat(answer.text()).isEqualTo("success");
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LOCK_TIMEOUT.plus(WORK));
      for (Answer answer : all(started.subList(0, 10))) {
        assertThat(answer.whole()).isEqualTo("503 text/plain failure");
      }
      holder.rollback();
    }
    for (Trade trade : locked) {
      assertUntouched(trade);
      assertThat(send(alipay.paid(trade, 1)).text()).isEqualTo("success");
      assertPaidOnce(trade);
    }
  }

  private List<Callback> paid(List<Trade> trades) {
    return trades.stream().map(trade -> alipay.paid(trade, 0)).toList();
  }

  /** Another session that has the rows locked and is in no hurry. */
  private Connection lock(List<Trade> trades) throws SQLException {
    Connection holder = postgres.database().getConnection();
    holder.setAutoCommit(false);
    try (PreparedStatement statement =
        holder.prepareStatement(
            "SELECT FROM payment WHERE merchant = ? AND out_trade_no = ANY (?) FOR UPDATE")) {
      statement.setString(1, MERCHANT);
      statement.setArray(
          2, holder.createArrayOf("text", trades.stream().map(Trade::outTradeNo).toArray()));
      statement.executeQuery();
    }
    return holder;
  }
}
