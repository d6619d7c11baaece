package io.oncepaid.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The trigger in the database allows what PaymentStatus declares, and nothing else. */
@QuarkusTest
class StateMachineTest extends PipelineTest {

  @Test
  void the_trigger_allows_exactly_the_declared_transitions() {
    List<String> different = new ArrayList<>();
    for (PaymentStatus from : PaymentStatus.values()) {
      for (PaymentStatus to : PaymentStatus.values()) {
        boolean declared = PaymentStatus.TRANSITIONS.getOrDefault(from, Set.of()).contains(to);
        if (from != to && allows(from, to, true) != declared) {
          different.add(from + " -> " + to + (declared ? " is refused" : " is allowed"));
        }
      }
    }
    assertThat(different).isEmpty();
  }

  @Test
  void closed_goes_to_paid_only_with_the_word_of_an_operator_for_this_payment() {
    assertThat(allows(PaymentStatus.CLOSED, PaymentStatus.PAID, false)).isFalse();
    assertThat(allows(PaymentStatus.CLOSED, PaymentStatus.PAID, true)).isTrue();
  }

  @Test
  void refunded_returns_only_to_the_status_before_the_refund() {
    String number = payment(PaymentStatus.REFUNDED, PaymentStatus.SHIPPED);
    assertThat(moves(number, PaymentStatus.PAID, false)).isFalse();
    assertThat(moves(number, PaymentStatus.SHIPPED, false)).isTrue();
  }

  private boolean allows(PaymentStatus from, PaymentStatus to, boolean operatorAccepts) {
    return moves(payment(from, to), to, operatorAccepts);
  }

  private String payment(PaymentStatus status, PaymentStatus before) {
    String number = "S" + books.number("SELECT count(*) FROM payment");
    boolean canReturn = Set.of("PAID", "SHIPPED", "DONE").contains(before.name());
    books.run(
        "INSERT INTO payment (merchant, out_trade_no, amount, currency, status,"
            + " status_before_refund, refunded_amount, account, transaction_id, paid_at, closed_at)"
            + " VALUES (?, ?, 1000, 'CNY', ?, ?, ?, 'a', 'tx', now(), now())",
        merchant,
        number,
        status.name(),
        status == PaymentStatus.REFUNDED ? (canReturn ? before.name() : "PAID") : null,
        status == PaymentStatus.REFUNDED ? 1000L : 0L);
    return number;
  }

  private boolean moves(String number, PaymentStatus to, boolean operatorAccepts) {
    try {
      books.run(
          "WITH word AS (SELECT set_config('oncepaid.accepts_late_payment', ?, true) AS given)"
              + " UPDATE payment SET status = ?,"
              + " status_before_refund = CASE WHEN ? = 'REFUNDED' THEN status END,"
              + " refunded_amount = CASE WHEN ? = 'REFUNDED' THEN amount ELSE 0 END"
              + " FROM word WHERE given IS NOT NULL AND merchant = ? AND out_trade_no = ?",
          operatorAccepts ? number : "",
          to.name(),
          to.name(),
          to.name(),
          merchant,
          number);
      return true;
    } catch (IllegalStateException refused) {
      assertThat(refused.getCause().getMessage()).contains("cannot go from");
      return false;
    }
  }
}
