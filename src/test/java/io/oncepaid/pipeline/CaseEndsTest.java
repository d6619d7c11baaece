package io.oncepaid.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Notice;
import io.oncepaid.pipeline.Facts.Booked;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** A case ends when its notice is settled, in whichever way that comes to pass. */
@QuarkusTest
class CaseEndsTest extends PipelineTest {
  @Inject CaseSweep sweep;

  private Notice nameless(String refund, long amount) {
    return Notice.refunded("", "tx1", refund, "", amount, "CNY", NOON);
  }

  private void swept(String... cases) {
    Awaitility.await()
        .untilAsserted(
            () -> {
              sweep.everyMinute();
              assertThat(
                      books.list(
                          "SELECT kind || ' ' || status FROM payment_case"
                              + " WHERE merchant = ? ORDER BY id",
                          merchant))
                  .containsExactly(cases);
            });
  }

  @Test
  void a_closing_that_came_before_the_registration_and_is_ignored_after_it() {
    settle(WECHAT, closed("T1"));
    registered("T1");
    settle(paid("T1", "tx1"));

    assertThat(settle(WECHAT, closed("T1"))).isEqualTo(Verdict.IGNORED);

    assertThat(books.cases(merchant, "T1")).containsExactly("UNKNOWN_PAYMENT CLOSED");
  }

  @Test
  void a_running_total_that_came_before_its_payment_and_is_below_what_is_booked() {
    settle(refundedInTotal("T1", "tx1", 300));
    registered("T1");
    settle(paid("T1", "tx1"));
    settle(refundedInTotal("T1", "tx1", 500));

    settle(refundedInTotal("T1", "tx1", 300));

    swept("UNKNOWN_PAYMENT CLOSED");
    assertThat(books.refunded(merchant, "T1")).isEqualTo(500);
  }

  @Test
  void a_refund_that_came_before_the_second_transaction_to_which_it_belongs() {
    registered("T1");
    settle(paid("T1", "tx1"));
    settle(WECHAT, refunded("T1", "tx2", "R1", 400));
    settle(WECHAT, paid("T1", "tx2"));

    assertThat(settle(WECHAT, refunded("T1", "tx2", "R1", 400))).isEqualTo(Verdict.APPLIED);

    assertThat(books.cases(merchant, "T1"))
        .containsExactly("UNKNOWN_PAYMENT CLOSED", "DOUBLE_PAYMENT OPEN");
  }

  @Test
  void a_refund_that_names_only_its_transaction_and_came_before_it() {
    registered("T1");
    settle(nameless("R1", 400));
    settle(paid("T1", "tx1"));

    assertThat(settle(nameless("R1", 400))).isIn(Verdict.APPLIED, Verdict.REPLAYED);

    swept("UNKNOWN_PAYMENT CLOSED");
    assertThat(books.refunded(merchant, "T1")).isEqualTo(400);
  }

  @Test
  void a_refund_that_names_only_its_transaction_and_is_too_much_has_one_open_case() {
    registered("T1");
    settle(nameless("R1", 1001));
    settle(paid("T1", "tx1"));

    assertThat(settle(nameless("R1", 1001))).isEqualTo(Verdict.MISMATCH);

    swept("UNKNOWN_PAYMENT CLOSED", "OVER_REFUND OPEN");
  }

  @Test
  void a_refund_that_names_only_a_second_transaction_is_settled_by_the_sweep() {
    registered("T1");
    settle(WECHAT, nameless("R1", 1000));
    settle(paid("T1", "tx0"));
    settle(WECHAT, paid("T1", "tx1"));

    swept("UNKNOWN_PAYMENT CLOSED", "DOUBLE_PAYMENT CLOSED");
  }

  @Test
  void a_chargeback_that_came_before_its_payment_stays_open_for_people() {
    registered("T1");
    Notice chargeback =
        new Notice(Notice.Kind.CHARGEBACK, "T1", "tx1", "", "dp_1", 1000, "CNY", null, NOON);
    settle(chargeback);
    settle(paid("T1", "tx1"));

    settle(chargeback);

    swept("CHARGEBACK OPEN");
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000", "CHARGEBACK 1000");
  }

  @Test
  void a_thousand_refunds_of_money_that_never_came_do_not_keep_the_others_from_the_sweep() {
    registered("T1");
    books.run(
        "INSERT INTO payment_case (merchant, kind, key, fingerprint, out_trade_no, account, notice,"
            + " transaction_id, out_refund_no, amount, currency, occurred_at, source, expected,"
            + " raw_headers, raw_body)"
            + " SELECT ?, 'UNKNOWN_PAYMENT', 'refund:T1:alipay-a:none:' || i, 'v1:' || i, 'T1',"
            + " 'alipay-a', 'REFUNDED', 'none', i::text, 1, 'CNY', now(), 'CALLBACK', '{}', '{}',"
            + " '' FROM generate_series(1, 1000) AS i",
        merchant);
    settle(paid("T2", "tx2"));
    registered("T2");

    Awaitility.await()
        .untilAsserted(
            () -> {
              sweep.everyMinute();
              assertThat(books.status(merchant, "T2")).isEqualTo("PAID");
            });
    books.run("DELETE FROM payment_case WHERE merchant = ?", merchant);
  }

  @Test
  void a_refund_without_a_number_that_was_overtaken_by_the_same_with_one_is_a_repeat() {
    Settling refund = new Settling(submission(ALIPAY, nameless("R1", 400)), false, 0);
    Booked same = new Booked("T1", ALIPAY, "tx1", 400, "CNY", 0);

    Finding finding = Judgement.of(refund, new Facts(null, same, null, null, null));

    assertThat(finding).isEqualTo(Finding.replayed());
  }

  @Test
  void a_booked_refund_stays_with_its_payment_when_its_transaction_pays_another() {
    registered("T1", "T2");
    settle(closed("T1"));
    settle(paid("T1", "tx1"));
    settle(nameless("R1", 400));
    settle(paid("T2", "tx1"));

    assertThat(settle(nameless("R1", 400))).isEqualTo(Verdict.REPLAYED);
  }

  @Test
  void a_refund_number_that_the_database_refuses_is_kept_as_a_case() {
    registered("T1");
    settle(paid("T1", "tx1"));

    assertThat(settle(refunded("T1", "tx1", "R\u00001", 400))).isEqualTo(Verdict.UNREADABLE);

    assertThat(books.cases(merchant, "T1")).containsExactly("UNREADABLE OPEN");
  }
}
