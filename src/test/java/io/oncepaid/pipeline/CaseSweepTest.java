package io.oncepaid.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Notice;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What came before its payment is settled without another delivery. */
@QuarkusTest
class CaseSweepTest extends PipelineTest {
  @Inject CaseSweep sweep;

  @Test
  void FR17_a_callback_before_its_payment_is_settled_after_the_registration() {
    settle(paid("T1", "tx1"));
    registered("T1");

    sweep.payment(merchant, "T1");

    becomes("PAID");
    assertThat(books.cases(merchant, "T1")).containsExactly("UNKNOWN_PAYMENT CLOSED");
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000");
  }

  @Test
  void the_sweep_of_every_minute_finds_what_nobody_told_it() {
    settle(paid("T1", "tx1"));
    registered("T1");

    sweep.everyMinute();

    becomes("PAID");
  }

  @Test
  void a_full_refund_before_its_payment_is_settled_by_the_payment_alone() {
    registered("T1");
    settle(refunded("T1", "tx1", "R1", 1000));
    settle(Notice.refunded("", "tx1", "", "re_1", 1000, "CNY", NOON));

    settle(paid("T1", "tx1"));

    becomes("REFUNDED");
  }

  @Test
  void an_unknown_payment_is_announced_after_ten_minutes_and_once() {
    settle(paid("T9", "tx9"));
    sweep.everyMinute();
    assertThat(announced()).isZero();

    books.run(
        "UPDATE payment_case SET opened_at = opened_at - interval '11 minutes'"
            + " WHERE merchant = ?",
        merchant);
    sweep.everyMinute();
    sweep.everyMinute();

    assertThat(announced()).isEqualTo(1);
  }

  private long announced() {
    return books.number(
        "SELECT count(*) FROM outbox_event WHERE merchant = ? AND type = 'case.opened'", merchant);
  }

  private void becomes(String status) {
    Awaitility.await().until(() -> status.equals(books.status(merchant, "T1")));
  }
}
