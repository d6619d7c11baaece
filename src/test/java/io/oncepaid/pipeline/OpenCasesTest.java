package io.oncepaid.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

/** What an alarm for forgotten cases is made of. */
@QuarkusTest
class OpenCasesTest extends PipelineTest {
  @Inject OpenCases openCases;
  @Inject MeterRegistry metrics;

  @Test
  void the_age_of_the_oldest_open_case_is_told() {
    openCases.look();
    double before =
        metrics.get("oncepaid.cases.open").tag("kind", "UNKNOWN_PAYMENT").gauge().value();
    settle(paid("T1", "tx1"));
    books.run(
        "UPDATE payment_case SET opened_at = opened_at - interval '400 days' WHERE merchant = ?",
        merchant);

    openCases.look();

    assertThat(metrics.get("oncepaid.cases.open").tag("kind", "UNKNOWN_PAYMENT").gauge().value())
        .isGreaterThanOrEqualTo(before + 1);
    assertThat(metrics.get("oncepaid.cases.oldest").tag("kind", "UNKNOWN_PAYMENT").gauge().value())
        .isGreaterThan(399 * 86_400.0);
  }
}
