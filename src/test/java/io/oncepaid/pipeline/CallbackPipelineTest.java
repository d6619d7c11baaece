package io.oncepaid.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Notice;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every end that a notice can have, and what stands in the books afterwards. */
@QuarkusTest
class CallbackPipelineTest extends PipelineTest {

  @Test
  void pays_once_with_one_flow_one_event_and_one_line_of_history() {
    registered("T1");

    assertThat(settle(paid("T1", "tx1"))).isEqualTo(Verdict.APPLIED);

    assertThat(books.status(merchant, "T1")).isEqualTo("PAID");
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000");
    assertThat(books.events(merchant, "T1")).containsExactly("payment.paid");
    assertThat(books.cases(merchant, "T1")).isEmpty();
    assertThat(
            books.list(
                "SELECT what || ' ' || from_status || ' ' || to_status || ' ' || source"
                    + " FROM payment_history WHERE merchant = ? AND evidence IS NOT NULL",
                merchant))
        .containsExactly("PAID PENDING PAID CALLBACK");
  }

  @Test
  void has_the_effect_once_when_it_is_replayed_five_times() {
    registered("T1");
    settle(paid("T1", "tx1"));

    for (int i = 0; i < 5; i++) {
      assertThat(settle(paid("T1", "tx1"))).isEqualTo(Verdict.REPLAYED);
    }

    assertThat(books.flows(merchant, "T1")).hasSize(1);
    assertThat(books.events(merchant, "T1")).hasSize(1);
  }

  @Test
  void refuses_the_same_key_with_other_content() {
    registered("T1");
    settle(paid("T1", "tx1"));

    assertThat(settle(paid("T1", "tx1", 999))).isEqualTo(Verdict.MISMATCH);

    assertThat(books.status(merchant, "T1")).isEqualTo("PAID");
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000");
    assertThat(books.cases(merchant, "T1")).containsExactly("MISMATCH OPEN");
  }

  @Test
  void FR16_refuses_a_second_transaction_of_a_shipped_payment_and_leaves_it_shipped() {
    registered("T1");
    settle(paid("T1", "tx1"));
    books.run("UPDATE payment SET status = 'SHIPPED' WHERE merchant = ?", merchant);

    assertThat(settle(paid("T1", "tx1"))).isEqualTo(Verdict.REPLAYED);
    assertThat(settle(WECHAT, paid("T1", "tx2"))).isEqualTo(Verdict.CONFLICT);

    assertThat(books.status(merchant, "T1")).isEqualTo("SHIPPED");
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000");
    assertThat(books.cases(merchant, "T1")).containsExactly("DOUBLE_PAYMENT OPEN");
  }

  @Test
  void FR21_refuses_another_amount_or_currency_and_leaves_the_payment_pending() {
    registered("T1");

    assertThat(settle(paid("T1", "tx1", 1))).isEqualTo(Verdict.MISMATCH);
    assertThat(settle(Notice.paid("T1", "tx1", 1000, "USD", NOON))).isEqualTo(Verdict.MISMATCH);
    assertThat(settle(paid("T1", "tx1", 1))).isEqualTo(Verdict.MISMATCH);

    assertThat(books.status(merchant, "T1")).isEqualTo("PENDING");
    assertThat(books.flows(merchant, "T1")).isEmpty();
    assertThat(books.cases(merchant, "T1")).containsExactly("MISMATCH OPEN", "MISMATCH OPEN");
  }

  @Test
  void a_refused_key_may_be_claimed_by_the_right_notice_later() {
    registered("T1");
    settle(paid("T1", "tx1", 1));

    assertThat(settle(paid("T1", "tx2"))).isEqualTo(Verdict.APPLIED);

    assertThat(books.status(merchant, "T1")).isEqualTo("PAID");
  }

  @Test
  void FR18_keeps_a_payment_closed_when_it_is_paid_late_and_tells_people_once() {
    registered("T1");
    assertThat(settle(closed("T1"))).isEqualTo(Verdict.APPLIED);

    assertThat(settle(paid("T1", "tx1"))).isEqualTo(Verdict.ILLEGAL_TRANSITION);
    assertThat(settle(paid("T1", "tx1"))).isEqualTo(Verdict.ILLEGAL_TRANSITION);

    assertThat(books.status(merchant, "T1")).isEqualTo("CLOSED");
    assertThat(books.flows(merchant, "T1")).isEmpty();
    assertThat(books.cases(merchant, "T1")).containsExactly("LATE_PAYMENT OPEN");
  }

  @Test
  void FR17_asks_for_a_repeat_before_registration_and_pays_after_it() {
    assertThat(settle(paid("T1", "tx1"))).isEqualTo(Verdict.UNKNOWN_PAYMENT);
    assertThat(books.cases(merchant, "T1")).containsExactly("UNKNOWN_PAYMENT OPEN");

    registered("T1");
    assertThat(settle(paid("T1", "tx1"))).isEqualTo(Verdict.APPLIED);

    assertThat(books.status(merchant, "T1")).isEqualTo("PAID");
    assertThat(books.cases(merchant, "T1")).containsExactly("UNKNOWN_PAYMENT CLOSED");
  }

  @Test
  void an_unknown_payment_takes_the_better_kind_when_a_later_delivery_knows_it() {
    settle(paid("T1", "tx1", 5));
    registered("T1");

    assertThat(settle(paid("T1", "tx1", 5))).isEqualTo(Verdict.MISMATCH);

    assertThat(books.cases(merchant, "T1")).containsExactly("MISMATCH OPEN");
  }

  @Test
  void closing_is_success_in_every_status_and_moves_only_a_pending_payment() {
    registered("T1", "T2");
    settle(closed("T1"));
    settle(paid("T2", "tx2"));

    assertThat(settle(closed("T1"))).isEqualTo(Verdict.REPLAYED);
    assertThat(settle(WECHAT, closed("T1"))).isEqualTo(Verdict.REPLAYED);
    assertThat(settle(WECHAT, closed("T2"))).isEqualTo(Verdict.IGNORED);
    assertThat(books.cases(merchant, "T2")).isEmpty();
    assertThat(settle(ALIPAY, closed("T2"))).isEqualTo(Verdict.IGNORED);

    assertThat(books.status(merchant, "T1")).isEqualTo("CLOSED");
    assertThat(books.status(merchant, "T2")).isEqualTo("PAID");
    assertThat(books.cases(merchant, "T2")).containsExactly("CLOSED_AFTER_PAID OPEN");
  }

  @Test
  void partial_refunds_add_up_and_the_last_one_makes_it_refunded() {
    registered("T1");
    settle(paid("T1", "tx1"));

    assertThat(settle(refunded("T1", "tx1", "R1", 300))).isEqualTo(Verdict.APPLIED);
    assertThat(settle(refunded("T1", "tx1", "R1", 300))).isEqualTo(Verdict.REPLAYED);
    assertThat(books.status(merchant, "T1")).isEqualTo("PAID");
    assertThat(settle(refunded("T1", "tx1", "R2", 701))).isEqualTo(Verdict.MISMATCH);
    assertThat(settle(refunded("T1", "tx1", "R3", 700))).isEqualTo(Verdict.APPLIED);

    assertThat(books.status(merchant, "T1")).isEqualTo("REFUNDED");
    assertThat(books.refunded(merchant, "T1")).isEqualTo(1000);
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000", "REFUND 300", "REFUND 700");
    assertThat(books.events(merchant, "T1"))
        .containsExactly("payment.paid", "payment.refunded", "payment.refunded");
    assertThat(books.cases(merchant, "T1")).containsExactly("OVER_REFUND OPEN");
  }

  @Test
  void the_same_refund_with_another_amount_is_a_conflict() {
    registered("T1");
    settle(paid("T1", "tx1"));
    settle(refunded("T1", "tx1", "R1", 300));

    assertThat(settle(refunded("T1", "tx1", "R1", 301))).isEqualTo(Verdict.CONFLICT);

    assertThat(books.refunded(merchant, "T1")).isEqualTo(300);
    assertThat(books.cases(merchant, "T1")).containsExactly("CONFLICT OPEN");
  }

  @Test
  void running_totals_book_their_difference_in_any_order() {
    registered("T1");
    settle(paid("T1", "tx1"));

    assertThat(settle(refundedInTotal("T1", "tx1", 300))).isEqualTo(Verdict.APPLIED);
    assertThat(settle(refundedInTotal("T1", "tx1", 800))).isEqualTo(Verdict.APPLIED);
    assertThat(settle(refundedInTotal("T1", "tx1", 500))).isEqualTo(Verdict.REPLAYED);

    assertThat(books.refunded(merchant, "T1")).isEqualTo(800);
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000", "REFUND 300", "REFUND 500");
  }

  @Test
  void a_refund_before_its_payment_is_settled_by_the_payment() {
    registered("T1");
    assertThat(settle(refunded("T1", "tx1", "R1", 300))).isEqualTo(Verdict.UNKNOWN_PAYMENT);
    settle(paid("T1", "tx1"));

    assertThat(settle(refunded("T1", "tx1", "R1", 300)).answer().name()).isEqualTo("ACCEPT");

    assertThat(books.refunded(merchant, "T1")).isEqualTo(300);
    assertThat(books.cases(merchant, "T1")).containsExactly("UNKNOWN_PAYMENT CLOSED");
  }

  @Test
  void refunding_the_second_transaction_closes_its_case_and_leaves_the_good_payment_paid() {
    registered("T1");
    settle(paid("T1", "tx1"));
    settle(WECHAT, paid("T1", "tx2"));

    assertThat(settle(WECHAT, refunded("T1", "tx2", "R1", 400))).isEqualTo(Verdict.APPLIED);
    assertThat(books.cases(merchant, "T1")).containsExactly("DOUBLE_PAYMENT OPEN");
    assertThat(settle(WECHAT, refunded("T1", "tx2", "R2", 700))).isEqualTo(Verdict.MISMATCH);
    assertThat(settle(WECHAT, refunded("T1", "tx2", "R3", 600))).isEqualTo(Verdict.APPLIED);
    assertThat(settle(WECHAT, refunded("T1", "tx2", "R3", 600))).isEqualTo(Verdict.REPLAYED);

    assertThat(books.status(merchant, "T1")).isEqualTo("PAID");
    assertThat(books.refunded(merchant, "T1")).isZero();
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000", "REFUND 400", "REFUND 600");
    assertThat(books.cases(merchant, "T1"))
        .containsExactly("DOUBLE_PAYMENT CLOSED", "OVER_REFUND OPEN");
  }

  @Test
  void one_transaction_cannot_pay_two_payments() {
    registered("T1", "T2");
    settle(paid("T1", "tx1"));

    assertThat(settle(paid("T2", "tx1"))).isEqualTo(Verdict.CONFLICT);

    assertThat(books.status(merchant, "T2")).isEqualTo("PENDING");
    assertThat(books.cases(merchant, "T2")).containsExactly("TRANSACTION_REUSED OPEN");
  }

  @Test
  void a_refund_that_fails_after_it_was_booked_is_taken_back() {
    registered("T1");
    settle(paid("T1", "tx1"));
    settle(refunded("T1", "tx1", "R1", 1000));
    assertThat(books.status(merchant, "T1")).isEqualTo("REFUNDED");

    Notice failed =
        new Notice(Notice.Kind.REFUND_FAILED, "T1", "tx1", "R1", "", 1000, "CNY", null, NOON);
    assertThat(settle(failed)).isEqualTo(Verdict.APPLIED);
    assertThat(settle(failed)).isEqualTo(Verdict.REPLAYED);

    assertThat(books.status(merchant, "T1")).isEqualTo("PAID");
    assertThat(books.refunded(merchant, "T1")).isZero();
    assertThat(books.flows(merchant, "T1"))
        .containsExactly("PAY 1000", "REFUND 1000", "REFUND_FAILED 1000");
    assertThat(books.cases(merchant, "T1")).containsExactly("REFUND_FAILED OPEN");
  }

  @Test
  void a_failed_refund_that_was_never_booked_leaves_its_number_free() {
    registered("T1");
    settle(paid("T1", "tx1"));
    for (Notice.Kind kind : List.of(Notice.Kind.REFUND_FAILED, Notice.Kind.REFUND_ABNORMAL)) {
      Notice failed = new Notice(kind, "T1", "tx1", "R1", "", 300, "CNY", null, NOON);
      assertThat(settle(failed)).isEqualTo(Verdict.IGNORED);
      assertThat(settle(failed)).isEqualTo(Verdict.IGNORED);
    }

    assertThat(settle(refunded("T1", "tx1", "R1", 300))).isEqualTo(Verdict.APPLIED);

    assertThat(books.refunded(merchant, "T1")).isEqualTo(300);
    assertThat(books.cases(merchant, "T1")).containsExactly("REFUND_ABNORMAL OPEN");
  }

  @Test
  void a_chargeback_moves_the_books_and_not_the_status() {
    registered("T1");
    settle(paid("T1", "tx1"));

    Notice chargeback =
        new Notice(Notice.Kind.CHARGEBACK, "", "tx1", "", "dp_1", 1000, "CNY", null, NOON);
    assertThat(settle(chargeback)).isEqualTo(Verdict.APPLIED);
    assertThat(settle(chargeback)).isEqualTo(Verdict.REPLAYED);

    assertThat(books.status(merchant, "T1")).isEqualTo("PAID");
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000", "CHARGEBACK 1000");
    assertThat(books.events(merchant, "T1")).containsExactly("payment.paid", "payment.disputed");
    assertThat(books.cases(merchant, "T1")).containsExactly("CHARGEBACK OPEN");
  }

  @Test
  void a_notice_that_the_database_refuses_is_kept_as_a_case() {
    registered("T1");

    assertThat(settle(paid("T1", "tx\u00001"))).isEqualTo(Verdict.UNREADABLE);
    assertThat(settle(paid("T1", "tx\u00001"))).isEqualTo(Verdict.UNREADABLE);
    assertThat(books.cases(merchant, "T1")).containsExactly("UNREADABLE OPEN");

    assertThat(settle(paid("T1", "tx1"))).isEqualTo(Verdict.APPLIED);
  }
}
