package io.oncepaid.reconciliation.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

/** Rows that a neighbouring day explains. */
@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class CutOffTest extends CommandTest {
  @Test
  void rows_near_the_cut_off_wait_for_the_neighbouring_bill() throws Exception {
    LocalDateTime late = DATE.atTime(23, 59, 58);
    LocalDateTime early = DATE.plusDays(1).atTime(0, 0, 3);
    // In today's bill, booked by us tomorrow; booked today, in tomorrow's bill; and one never.
    books.pay("alipay-1", "ORD2", "T2", 200, at(late)).write();
    Path today = bill(DATE, b -> b.pay("T1", "ORD1", 100, late).pay("T3", "ORD3", 300, late));
    assertThat(runOf(DATE, today)).isZero();
    assertThat(outcomes()).containsExactly("WAITING T1", "WAITING T2", "WAITING T3");
    books.pay("alipay-1", "ORD1", "T1", 100, at(early)).write();
    Path tomorrow = bill(DATE.plusDays(1), b -> b.pay("T2", "ORD2", 200, early));
    assertThat(runOf(DATE.plusDays(1), tomorrow)).isZero();
    assertThat(outcomes())
        .containsExactly("CROSSED T2", "RESOLVED T1", "RESOLVED T2", "WAITING T3");
    Path after = bill(DATE.plusDays(2), b -> {});
    assertThat(runOf(DATE.plusDays(2), after)).isEqualTo(1);
    assertThat(outcomes()).containsExactly("DIFFERENCE T3");
  }

  @Test
  void a_flow_of_tomorrow_in_the_bill_of_today_is_not_missed_tomorrow() throws Exception {
    LocalDateTime late = DATE.atTime(23, 59, 58);
    books.pay("alipay-1", "ORD1", "T1", 100, at(DATE.plusDays(1).atTime(0, 0, 1))).write();
    assertThat(runOf(DATE, bill(DATE, b -> b.pay("T1", "ORD1", 100, late)))).isZero();
    assertThat(outcomes()).containsExactly("CROSSED T1");
    assertThat(runOf(DATE.plusDays(1), bill(DATE.plusDays(1), b -> {}))).isZero();
    assertThat(outcomes()).isEmpty();
  }
}
