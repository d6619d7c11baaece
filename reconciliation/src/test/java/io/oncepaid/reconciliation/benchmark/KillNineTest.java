package io.oncepaid.reconciliation.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.testing.AlipayBill;
import io.oncepaid.reconciliation.testing.Books;
import io.oncepaid.reconciliation.testing.TestPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills the packaged program twenty times at random moments of a run; the report of the last run,
 * undisturbed, must be that of a run that nobody killed. Needs {@code target/quarkus-app}.
 */
@EnabledIfEnvironmentVariable(named = "ONCEPAID_THOROUGH", matches = ".+")
class KillNineTest {
  private static final LocalDate DATE = LocalDate.of(2026, 3, 9);
  private static final int KILLS = 20;

  @TempDir Path folder;

  @Test
  void a_killed_program_reports_as_an_undisturbed_one() throws Exception {
    String url = TestPostgres.newDatabase("killed");
    Path bill = folder.resolve("bill.csv");
    try (Books books = new Books(url);
        AlipayBill rows = new AlipayBill(bill, DATE)) {
      for (int i = 0; i < 200_000; i++) {
        rows.pay("T" + i, "ORD" + i, 100 + i, DATE.atTime(12, 0));
        if (i % 5000 != 0) {
          books.pay("alipay-1", "ORD" + i, "T" + i, 100 + i, Instant.parse("2026-03-09T04:00:00Z"));
        }
      }
      books.write();
    }
    long began = System.nanoTime();
    assertThat(start(url, bill, "undisturbed").waitFor()).isEqualTo(1);
    long took = (System.nanoTime() - began) / 1_000_000;
    try (Books books = new Books(url)) {
      books.execute(
          "TRUNCATE reconciliation_run, reconciliation_lease, reconciliation_finding,"
              + " reconciliation_total, reconciliation_action");
      Random random = new Random(9);
      int killed = 0;
      for (int i = 0; i < KILLS; i++) {
        Process process = start(url, bill, "killed");
        if (!process.waitFor(random.nextLong(took / 3, took), TimeUnit.MILLISECONDS)) {
          process.destroyForcibly().waitFor();
          killed++;
        }
        Thread.sleep(1200);
        books.execute("DELETE FROM reconciliation_run WHERE status = 'DONE'");
      }
      assertThat(killed).isGreaterThan(KILLS / 2);
      assertThat(start(url, bill, "killed").waitFor()).isEqualTo(1);
      assertThat(books.list("SELECT version || status FROM reconciliation_run"))
          .containsExactly("1DONE");
    }
    for (String name : List.of("report.json", "report.en.html", "report.zh.csv")) {
      assertThat(folder.resolve("killed/alipay-1/2026-03-09").resolve(name))
          .hasSameBinaryContentAs(folder.resolve("undisturbed/alipay-1/2026-03-09").resolve(name));
    }
  }

  private Process start(String url, Path bill, String reports) throws IOException {
    return new ProcessBuilder(
            "java",
            "-Dquarkus.datasource.jdbc.url=" + url,
            "-Dquarkus.datasource.username=postgres",
            "-Dquarkus.datasource.password=postgres",
            "-Doncepaid.data-dir=" + folder,
            "-Doncepaid.accounts.alipay-1.merchant=shop",
            "-Doncepaid.accounts.alipay-1.gateway=alipay",
            "-Dreconciliation.lease=1s",
            "-Dreconciliation.automatic-below=0",
            "-jar",
            "target/quarkus-app/quarkus-run.jar",
            "run",
            "--account",
            "alipay-1",
            "--date",
            DATE.toString(),
            "--bill",
            bill.toString(),
            "--as-of",
            "2100-01-01T00:00:00Z",
            "--reports",
            folder.resolve(reports).toString())
        .inheritIO()
        .start();
  }
}
