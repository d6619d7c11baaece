package io.oncepaid.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.oncepaid.gateway.Notice;
import io.oncepaid.testing.Faults;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What arrives while both writers are busy is settled together, and ends as if it had come one
 * after the other.
 */
@QuarkusTest
class GroupTest extends PipelineTest {
  @Inject Faults faults;
  @Inject MeterRegistry metrics;

  private final List<CompletionStage<Outcome>> stages = new ArrayList<>();

  @AfterEach
  void release() {
    faults.none();
  }

  private void inOneGroup(Runnable submissions) {
    // One notice for each writer takes it; what follows gathers behind them.
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(2);
    faults.at(
        FaultPoint.GROUP_TAKEN,
        () -> {
          held.countDown();
          try {
            gate.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
    int blockers = 0;
    while (held.getCount() > 0) {
      String number = "BLOCK" + blockers++;
      long before = held.getCount();
      submit(ALIPAY, paid(number, "block" + number));
      Awaitility.await().until(() -> held.getCount() < before || queue.size() > 0);
    }
    submissions.run();
    faults.none();
    gate.countDown();
    PipelineTest.await(stages);
  }

  private void arrives(String account, Notice notice) {
    stages.add(submit(account, notice));
  }

  private void arrives(Notice notice) {
    arrives(ALIPAY, notice);
  }

  private List<Verdict> verdicts() {
    return PipelineTest.await(stages);
  }

  private double largestGroup() {
    DistributionSummary sizes = metrics.get("oncepaid.settlement.group.size").summary();
    return sizes.max();
  }

  @Test
  void sixty_four_payments_are_settled_in_one_group() {
    List<String> numbers = new ArrayList<>();
    for (int i = 0; i < 128; i++) {
      numbers.add("N" + i);
    }
    registered(numbers.toArray(String[]::new));

    inOneGroup(() -> numbers.forEach(number -> arrives(paid(number, "tx" + number))));

    assertThat(verdicts()).containsOnly(Verdict.APPLIED);
    assertThat(largestGroup()).isGreaterThan(32);
    assertThat(books.number("SELECT count(*) FROM payment_flow WHERE merchant = ?", merchant))
        .isEqualTo(128);
  }

  @Test
  void two_refunds_of_one_payment_are_both_booked() {
    registered("T1");
    settle(paid("T1", "tx1"));

    inOneGroup(
        () -> {
          arrives(refunded("T1", "tx1", "R1", 300));
          arrives(refunded("T1", "tx1", "R2", 400));
        });

    assertThat(verdicts()).containsExactly(Verdict.APPLIED, Verdict.APPLIED);
    assertThat(books.refunded(merchant, "T1")).isEqualTo(700);
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000", "REFUND 300", "REFUND 400");
  }

  @Test
  void pay_and_refund_end_paid_and_refunded() {
    registered("T1");

    inOneGroup(
        () -> {
          arrives(paid("T1", "tx1"));
          arrives(refunded("T1", "tx1", "R1", 1000));
        });

    assertThat(verdicts()).containsExactly(Verdict.APPLIED, Verdict.APPLIED);
    assertThat(books.status(merchant, "T1")).isEqualTo("REFUNDED");
  }

  @Test
  void close_and_pay_end_closed_with_a_late_payment() {
    registered("T1");

    inOneGroup(
        () -> {
          arrives(closed("T1"));
          arrives(paid("T1", "tx1"));
        });

    assertThat(verdicts()).containsExactly(Verdict.APPLIED, Verdict.ILLEGAL_TRANSITION);
    assertThat(books.status(merchant, "T1")).isEqualTo("CLOSED");
    assertThat(books.cases(merchant, "T1")).containsExactly("LATE_PAYMENT OPEN");
  }

  @Test
  void pay_and_close_end_paid() {
    registered("T1");

    inOneGroup(
        () -> {
          arrives(paid("T1", "tx1"));
          arrives(WECHAT, closed("T1"));
        });

    assertThat(verdicts()).containsExactly(Verdict.APPLIED, Verdict.IGNORED);
    assertThat(books.status(merchant, "T1")).isEqualTo("PAID");
    assertThat(books.cases(merchant, "T1")).isEmpty();
  }

  @Test
  void of_one_key_with_two_fingerprints_the_first_is_paid_and_the_second_is_a_case() {
    registered("T1");

    inOneGroup(
        () -> {
          arrives(paid("T1", "tx1"));
          arrives(WECHAT, paid("T1", "tx2"));
          arrives(paid("T1", "tx1"));
        });

    assertThat(verdicts()).containsExactly(Verdict.APPLIED, Verdict.CONFLICT, Verdict.REPLAYED);
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000");
    assertThat(books.cases(merchant, "T1")).containsExactly("DOUBLE_PAYMENT OPEN");
  }

  @Test
  void equal_notices_ride_along_and_share_the_result() {
    registered("T1");

    inOneGroup(
        () -> {
          for (int i = 0; i < 8; i++) {
            arrives(paid("T1", "tx1"));
          }
        });

    assertThat(verdicts()).startsWith(Verdict.APPLIED).containsOnlyOnce(Verdict.APPLIED);
    assertThat(verdicts())
        .extracting(Verdict::answer)
        .extracting(Enum::name)
        .containsOnly("ACCEPT");
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000");
    assertThat(books.events(merchant, "T1")).containsExactly("payment.paid");
  }

  @Test
  void the_second_of_a_double_payment_is_refunded_and_the_good_one_stays_paid() {
    registered("T1");
    settle(paid("T1", "tx1"));

    inOneGroup(
        () -> {
          arrives(WECHAT, paid("T1", "tx2"));
          arrives(WECHAT, refunded("T1", "tx2", "R1", 1000));
        });

    assertThat(verdicts()).containsExactly(Verdict.CONFLICT, Verdict.APPLIED);
    assertThat(books.status(merchant, "T1")).isEqualTo("PAID");
    assertThat(books.refunded(merchant, "T1")).isZero();
    assertThat(books.cases(merchant, "T1")).containsExactly("DOUBLE_PAYMENT CLOSED");
  }

  @Test
  void two_running_totals_out_of_order_never_book_more_than_the_highest() {
    registered("T1");
    settle(paid("T1", "tx1"));

    inOneGroup(
        () -> {
          arrives(refundedInTotal("T1", "tx1", 500));
          arrives(refundedInTotal("T1", "tx1", 300));
          arrives(refundedInTotal("T1", "tx1", 800));
        });

    assertThat(verdicts()).containsExactly(Verdict.APPLIED, Verdict.REPLAYED, Verdict.APPLIED);
    assertThat(books.refunded(merchant, "T1")).isEqualTo(800);
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000", "REFUND 500", "REFUND 300");
  }

  @Test
  void a_refund_named_by_its_transaction_waits_for_its_payment_in_the_same_group() {
    registered("T1");
    settle(paid("T1", "tx1"));

    inOneGroup(
        () -> {
          arrives(refunded("T1", "tx1", "R1", 300));
          arrives(Notice.refunded("", "tx1", "", "re_2", 400, "CNY", NOON));
        });

    assertThat(verdicts()).containsExactly(Verdict.APPLIED, Verdict.APPLIED);
    assertThat(books.refunded(merchant, "T1")).isEqualTo(700);
  }
}
