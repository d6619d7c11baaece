package io.oncepaid.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.database.Transactions;
import io.oncepaid.pipeline.FlowLayer.Movement;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each layer holds when the others are taken away. */
@QuarkusTest
class EachLayerAloneTest extends PipelineTest {
  @Inject FlowLayer flow;
  @Inject Transactions transactions;

  @Test
  void without_the_idempotency_row_the_same_pay_and_the_same_refund_change_nothing() {
    registered("T1");
    settle(paid("T1", "tx1"));
    settle(refunded("T1", "tx1", "R1", 300));
    books.forgetIdempotency(merchant);

    assertThat(settle(paid("T1", "tx1"))).isEqualTo(Verdict.REPLAYED);
    assertThat(settle(refunded("T1", "tx1", "R1", 300))).isEqualTo(Verdict.REPLAYED);

    assertThat(books.refunded(merchant, "T1")).isEqualTo(300);
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000", "REFUND 300");
    assertThat(books.events(merchant, "T1")).containsExactly("payment.paid", "payment.refunded");
    assertThat(books.cases(merchant, "T1")).isEmpty();
  }

  @Test
  void without_the_row_and_with_the_status_set_back_only_the_flow_table_is_left_and_holds() {
    registered("T1");
    settle(paid("T1", "tx1"));
    books.forgetIdempotency(merchant);
    books.moveByHand(merchant, "T1", "PENDING");

    assertThat(settle(paid("T1", "tx1"))).isEqualTo(Verdict.REPLAYED);

    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000");
    assertThat(books.events(merchant, "T1")).containsExactly("payment.paid");
    assertThat(books.cases(merchant, "T1")).containsExactly("STATE_DRIFT OPEN");
  }

  @Test
  void with_the_row_and_the_status_set_back_it_is_a_replay() {
    registered("T1");
    settle(paid("T1", "tx1"));
    books.moveByHand(merchant, "T1", "PENDING");

    assertThat(settle(paid("T1", "tx1"))).isEqualTo(Verdict.REPLAYED);

    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000");
    assertThat(books.events(merchant, "T1")).containsExactly("payment.paid");
  }

  @Test
  void another_transaction_after_both_were_lost_is_a_double_payment() {
    registered("T1");
    settle(paid("T1", "tx1"));
    books.forgetIdempotency(merchant);
    books.moveByHand(merchant, "T1", "PENDING");

    assertThat(settle(WECHAT, paid("T1", "tx2"))).isEqualTo(Verdict.CONFLICT);

    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000");
    assertThat(books.cases(merchant, "T1")).containsExactly("DOUBLE_PAYMENT OPEN");
  }

  @Test
  void the_flow_statement_called_twice_books_one_row() throws SQLException {
    Settling settling = new Settling(submission(ALIPAY, paid("T1", "tx1")), false, 0);
    List<Movement> movement = List.of(new Movement(settling, 1000));

    int first = transactions.write(connection -> flow.book(connection, movement));
    int second = transactions.write(connection -> flow.book(connection, movement));

    assertThat(first).isEqualTo(1);
    assertThat(second).isZero();

    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000");
  }

  @Test
  void the_books_refuse_to_be_changed() {
    registered("T1");
    settle(paid("T1", "tx1"));

    for (String change :
        List.of("UPDATE payment_flow SET amount = 1", "DELETE FROM payment_flow")) {
      assertThatThrownBy(() -> books.run(change)).hasStackTraceContaining("append-only");
    }
  }
}
