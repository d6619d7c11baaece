package io.oncepaid.reconciliation.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Alipay tells the running total of a payment's refunds; its bill lists them one by one. */
@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class RunningTotalsTest extends CommandTest {

  @Test
  void refunds_that_add_up_to_the_total_are_matched_however_they_were_told() throws Exception {
    sale(1, 8880, noon());
    booked(30, 30);
    booked(50, 80);

    assertThat(runOf(DATE, billWithRefundsOf(30, 20, 30))).isZero();
    assertThat(outcomes()).isEmpty();
  }

  @Test
  void a_refund_behind_the_total_is_the_one_that_is_missing() throws Exception {
    sale(1, 8880, noon());
    booked(50, 50);

    assertThat(runOf(DATE, billWithRefundsOf(30, 20, 7))).isEqualTo(1);
    assertThat(found()).isEqualTo("REFUND_MISSING_HERE 7 null RF2");
  }

  @Test
  void a_total_that_no_refunds_add_up_to_is_a_difference_of_amount() throws Exception {
    sale(1, 8880, noon());
    booked(45, 45);

    assertThat(runOf(DATE, billWithRefundsOf(30))).isEqualTo(1);
    assertThat(found()).isEqualTo("REFUND_AMOUNT 30 45 RF0");
  }

  @Test
  void a_total_of_another_payment_does_not_help() throws Exception {
    sale(1, 8880, noon());
    books
        .flow("alipay-1", "REFUND", "ORD2", "T2", "total=50", "", 50, "CNY", 50L, at(noon()))
        .write();

    assertThat(runOf(DATE, billWithRefundsOf(50))).isEqualTo(1);
    assertThat(
            books.list(
                "SELECT type || ' ' || transaction_id FROM reconciliation_finding ORDER BY 1"))
        .containsExactly("REFUND_MISSING_AT_GATEWAY T2", "REFUND_MISSING_HERE T1");
  }

  private void booked(long amount, long total) throws SQLException {
    books
        .flow(
            "alipay-1",
            "REFUND",
            "ORD1",
            "T1",
            "total=" + total,
            "",
            amount,
            "CNY",
            total,
            at(noon().plusHours(1)))
        .write();
  }

  private Path billWithRefundsOf(long... amounts) throws Exception {
    return bill(
        DATE,
        bill -> {
          bill.pay("T1", "ORD1", 8880, noon());
          for (int i = 0; i < amounts.length; i++) {
            bill.refund("T1", "ORD1", "RF" + i, amounts[i], noon().plusMinutes(i));
          }
        });
  }

  private String found() throws SQLException {
    return String.join(
        ",",
        books.list(
            "SELECT concat_ws(' ', type, bill_amount, coalesce(our_amount::text, 'null'),"
                + " out_refund_no) FROM reconciliation_finding"));
  }
}
