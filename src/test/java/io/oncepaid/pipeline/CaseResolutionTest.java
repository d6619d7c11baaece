package io.oncepaid.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.pipeline.CaseResolution.Ending;
import io.oncepaid.pipeline.CaseResolution.Resolution;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What an operator's word does. */
@QuarkusTest
class CaseResolutionTest extends PipelineTest {
  @Inject CaseResolution resolution;

  private long onlyCase() {
    return books.number("SELECT id FROM payment_case WHERE merchant = ?", merchant);
  }

  private Ending resolve(long id, Resolution word) throws SQLException {
    return resolution.resolve(merchant, id, word, "as told by phone", "operator");
  }

  @Test
  void an_accepted_late_payment_is_paid_through_the_layers() throws SQLException {
    registered("T1");
    settle(closed("T1"));
    settle(paid("T1", "tx1"));

    assertThat(resolve(onlyCase(), Resolution.ACCEPTED)).isEqualTo(Ending.RESOLVED);
    assertThat(resolve(onlyCase(), Resolution.ACCEPTED)).isEqualTo(Ending.ALREADY);
    assertThat(resolve(onlyCase(), Resolution.REFUNDED)).isEqualTo(Ending.REFUSED);

    assertThat(books.status(merchant, "T1")).isEqualTo("PAID");
    assertThat(books.flows(merchant, "T1")).containsExactly("PAY 1000");
    assertThat(books.events(merchant, "T1")).containsExactly("payment.closed", "payment.paid");
    assertThat(books.text("SELECT source FROM payment_flow WHERE merchant = ?", merchant))
        .isEqualTo("OPERATOR");
    assertThat(settle(paid("T1", "tx1"))).isEqualTo(Verdict.REPLAYED);
    assertThat(settle(refunded("T1", "tx1", "R1", 100))).isEqualTo(Verdict.APPLIED);
    assertThat(books.refunded(merchant, "T1")).isEqualTo(100);
  }

  @Test
  void a_late_payment_that_was_refunded_cannot_be_accepted() throws SQLException {
    registered("T1");
    settle(closed("T1"));
    settle(paid("T1", "tx1"));
    settle(refunded("T1", "tx1", "R1", 400));

    assertThat(resolve(onlyCase(), Resolution.ACCEPTED)).isEqualTo(Ending.REFUSED);

    assertThat(books.status(merchant, "T1")).isEqualTo("CLOSED");
    assertThat(books.flows(merchant, "T1")).containsExactly("REFUND 400");
    assertThat(books.cases(merchant, "T1")).containsExactly("LATE_PAYMENT OPEN");
  }

  @Test
  void a_late_payment_of_another_amount_cannot_be_accepted() throws SQLException {
    registered("T1");
    settle(closed("T1"));
    settle(paid("T1", "tx1", 999));

    assertThat(resolve(onlyCase(), Resolution.ACCEPTED)).isEqualTo(Ending.REFUSED);

    assertThat(books.status(merchant, "T1")).isEqualTo("CLOSED");
    assertThat(books.flows(merchant, "T1")).isEmpty();
  }

  @Test
  void money_that_does_not_fit_cannot_be_accepted_but_written_off() throws SQLException {
    registered("T1");
    settle(paid("T1", "tx1", 999));

    assertThat(resolve(onlyCase(), Resolution.ACCEPTED)).isEqualTo(Ending.REFUSED);
    assertThat(resolve(onlyCase(), Resolution.WRITTEN_OFF)).isEqualTo(Ending.RESOLVED);

    assertThat(books.cases(merchant, "T1")).containsExactly("MISMATCH CLOSED");
    assertThat(
            books.text(
                "SELECT note || ' ' || closed_by || ' ' || resolution FROM payment_case"
                    + " WHERE merchant = ?",
                merchant))
        .isEqualTo("as told by phone operator WRITTEN_OFF");
  }

  @Test
  void another_merchant_cannot_see_the_case() throws SQLException {
    registered("T1");
    settle(paid("T1", "tx1", 999));

    assertThat(
            resolution.resolve("somebody-else", onlyCase(), Resolution.WRITTEN_OFF, "", "operator"))
        .isEqualTo(Ending.NOT_FOUND);
  }
}
