package io.oncepaid.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Notice;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Many at the same instant. */
@QuarkusTest
class ConcurrentCallbacksTest extends PipelineTest {

  @Test
  void FR12_eight_threads_with_the_same_callback_have_one_effect_and_one_answer() throws Exception {
    registered("T1");

    List<Verdict> verdicts = together(8, i -> paid("T1", "tx1"));

    assertThat(verdicts).containsOnlyOnce(Verdict.APPLIED);
    assertThat(verdicts).extracting(Verdict::answer).extracting(Enum::name).containsOnly("ACCEPT");
    assertThat(books.status(merchant, "T1")).isEqualTo("PAID");
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000");
    assertThat(books.events(merchant, "T1")).containsExactly("payment.paid");
    assertThat(books.cases(merchant, "T1")).isEmpty();
  }

  @Test
  void sixty_four_threads_with_as_many_transactions_have_one_winner_and_a_case_for_each_other()
      throws Exception {
    registered("T1");

    List<Verdict> verdicts = together(64, i -> paid("T1", "tx" + i));

    assertThat(verdicts).containsOnlyOnce(Verdict.APPLIED);
    assertThat(verdicts).filteredOn(Verdict.CONFLICT::equals).hasSize(63);
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000");
    assertThat(books.cases(merchant, "T1")).hasSize(63).containsOnly("DOUBLE_PAYMENT OPEN");
  }

  @Test
  void refunds_at_once_never_exceed_what_was_paid() throws Exception {
    registered("T1");
    settle(paid("T1", "tx1"));

    List<Verdict> verdicts = together(16, i -> refunded("T1", "tx1", "R" + i, 100));

    assertThat(verdicts).filteredOn(Verdict.APPLIED::equals).hasSize(10);
    assertThat(verdicts).filteredOn(Verdict.MISMATCH::equals).hasSize(6);
    assertThat(books.status(merchant, "T1")).isEqualTo("REFUNDED");
    assertThat(books.refunded(merchant, "T1")).isEqualTo(1000);
    assertThat(books.flows(merchant, "T1")).hasSize(11);
  }

  @Test
  void running_totals_at_once_book_the_highest() throws Exception {
    registered("T1");
    settle(paid("T1", "tx1"));

    List<Verdict> verdicts = together(9, i -> refundedInTotal("T1", "tx1", (i + 1) * 100L));

    assertThat(verdicts).extracting(Verdict::answer).extracting(Enum::name).containsOnly("ACCEPT");
    assertThat(books.refunded(merchant, "T1")).isEqualTo(900);
    assertThat(
            books.number(
                "SELECT sum(amount) FROM payment_flow WHERE merchant = ? AND kind = 'REFUND'",
                merchant))
        .isEqualTo(900);
  }

  private List<Verdict> together(int threads, IntFunction<Notice> notice) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      CyclicBarrier barrier = new CyclicBarrier(threads);
      List<Future<Verdict>> futures = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int which = i;
        futures.add(
            pool.submit(
                () -> {
                  barrier.await();
                  return settle(notice.apply(which));
                }));
      }
      List<Verdict> verdicts = new ArrayList<>();
      for (Future<Verdict> future : futures) {
        verdicts.add(future.get());
      }
      return verdicts;
    } finally {
      pool.shutdownNow();
    }
  }
}
