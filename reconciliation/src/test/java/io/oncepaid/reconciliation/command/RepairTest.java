package io.oncepaid.reconciliation.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.testing.StandInService;
import io.oncepaid.reconciliation.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.file.Path;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** What is missing here goes to the service, at once or after an approval. */
@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class RepairTest extends CommandTest {
  @ConfigProperty(name = "reconciliation.service-url")
  String serviceUrl;

  @Test
  void what_is_missing_here_is_repaired_below_the_limit_and_proposed_above() throws Exception {
    sale("alipay-2", 1, 8880, noon());
    books.write();
    Path bill =
        bill(
            DATE,
            b ->
                b.pay("T1", "ORD1", 8880, noon())
                    .pay("T2", "ORD2", 5000, noon())
                    .pay("T3", "ORD3", 50_000, noon()));
    try (StandInService service = new StandInService(serviceUrl)) {
      service.answers(503, "UNAVAILABLE");
      assertThat(run("run", "--account", "alipay-2", "--date", "2026-03-09", "--bill", bill))
          .isEqualTo(1);
      assertThat(service.received()).hasSize(2);
      assertThat(service.received().get(1).toString())
          .contains("\"out_trade_no\":\"ORD2\"", "\"kind\":\"PAID\"", "\"amount\":5000")
          .contains("\"source\":\"RECONCILIATION\"", "\"occurred_at\":\"2026-03-09T04:00:00Z\"");
      assertThat(service.authorizations()).contains("Bearer operator-key-of-the-tests");
      assertThat(run("differences", "--account", "alipay-2", "--date", "2026-03-09")).isEqualTo(1);
      assertThat(out.toString()).contains("5000 CNY  ORD2  T2    BOOKED", "ORD3  T3    PROPOSED");
      assertThat(run("approve", "--all-below", "60000", "--by", "Ann")).isZero();
      assertThat(service.received().get(2).toString()).contains("\"out_trade_no\":\"ORD3\"");
    }
    books
        .pay("alipay-2", "ORD2", "T2", 5000, at(noon()))
        .pay("alipay-2", "ORD3", "T3", 50_000, at(noon()))
        .write();
    assertThat(run("run", "--account", "alipay-2", "--date", "2026-03-09", "--bill", bill))
        .isZero();
    assertThat(books.list("SELECT version || status FROM reconciliation_run ORDER BY version"))
        .containsExactly("1DONE", "2DONE");
  }

  @Test
  void a_refusal_of_the_service_is_recorded_and_its_case_explains_the_next_run() throws Exception {
    sale("alipay-2", 1, 5000, noon());
    books.write();
    Path bill = bill(DATE, b -> b.pay("T1", "ORD1", 5000, noon()).pay("T9", "ORD1", 5000, noon()));
    try (StandInService service = new StandInService(serviceUrl)) {
      service.answers(422, "CONFLICT");
      assertThat(run("run", "--account", "alipay-2", "--date", "2026-03-09", "--bill", bill))
          .isEqualTo(1);
    }
    assertThat(books.list("SELECT verdict FROM reconciliation_action")).containsExactly("CONFLICT");
    books.openCase("alipay-2", "DOUBLE_PAYMENT", "ORD1", "T9");
    assertThat(run("run", "--account", "alipay-2", "--date", "2026-03-09", "--bill", bill))
        .isZero();
  }

  @Test
  void a_service_that_is_away_leaves_the_difference_to_be_sent_again() throws Exception {
    Path bill = bill(DATE, b -> b.pay("T2", "ORD2", 5000, noon()));
    assertThat(run("run", "--account", "alipay-2", "--date", "2026-03-09", "--bill", bill))
        .isEqualTo(1);
    assertThat(books.list("SELECT what FROM reconciliation_action")).containsExactly("UNDELIVERED");
  }
}
