package io.oncepaid.reconciliation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.Accounts;
import io.oncepaid.reconciliation.CannotRun;
import io.oncepaid.reconciliation.report.ReportFiles;
import io.oncepaid.reconciliation.testing.AlipayBill;
import io.oncepaid.reconciliation.testing.Books;
import io.oncepaid.reconciliation.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import java.util.Random;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Aim: a run that dies anywhere and is started again reports as an undisturbed one. Method: its
 * database sessions are ended twenty times at random moments, its lease runs out, it is run again.
 */
@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class KilledRunsTest {
  private static final LocalDate DATE = LocalDate.of(2026, 3, 9);
  private static final Instant AS_OF = Instant.parse("2100-01-01T00:00:00Z");
  private static final int KILLS = 20;

  @Inject Night night;
  @Inject Accounts accounts;
  @Inject Clock clock;

  @ConfigProperty(name = "quarkus.datasource.jdbc.url")
  String url;

  @TempDir Path folder;

  private volatile long pause;

  @Test
  void a_run_that_dies_anywhere_reports_as_an_undisturbed_one() throws Exception {
    Path bill = folder.resolve("bill.csv");
    try (Books books = new Books(url).empty();
        AlipayBill rows = new AlipayBill(bill, DATE)) {
      for (int i = 0; i < 30_000; i++) {
        rows.pay("T" + i, "ORD" + i, 100 + i, DATE.atTime(12, 0));
        if (i % 1000 != 0) {
          books.pay("alipay-1", "ORD" + i, "T" + i, 100 + i, Instant.parse("2026-03-09T04:00:00Z"));
        }
      }
      books.write();
    }
    long began = System.nanoTime();
    run(bill, "undisturbed");
    long took = (System.nanoTime() - began) / 1_000_000;
    try (Books books = new Books(url)) {
      books.execute(
          "TRUNCATE reconciliation_run, reconciliation_lease, reconciliation_finding,"
              + " reconciliation_total, reconciliation_action");
      Random random = new Random(4);
      int died = 0;
      for (int i = 0; i < KILLS; i++) {
        died += dies(bill, books, random.nextLong(took)) ? 1 : 0;
        books.execute("UPDATE reconciliation_lease SET lease_until = now() - interval '1 second'");
        books.execute("DELETE FROM reconciliation_run WHERE status = 'DONE'");
      }
      assertThat(died).isGreaterThan(KILLS / 4);
      books.execute("DELETE FROM reconciliation_run WHERE status IN ('DONE', 'FAILED')");
    }
    run(bill, "disturbed");
    Path one = folder.resolve("undisturbed/alipay-1/2026-03-09");
    Path two = folder.resolve("disturbed/alipay-1/2026-03-09");
    for (String name : new String[] {"report.json", "report.en.html", "report.zh.csv"}) {
      assertThat(two.resolve(name)).hasSameBinaryContentAs(one.resolve(name));
    }
    assertThat(Files.readString(one.resolve("report.json"))).contains("\"MISSING_HERE\" : 30");
  }

  private void run(Path bill, String name) {
    night.run(
        request(bill),
        Progress.NONE,
        (connection, account) ->
            new ReportFiles(folder.resolve(name), clock).write(connection, account, DATE, null));
  }

  /** True when the run was ended by losing its sessions after so many milliseconds. */
  private boolean dies(Path bill, Books books, long after) throws InterruptedException {
    pause = after;
    Thread killer =
        new Thread(
            () -> {
              try {
                Thread.sleep(pause);
                books.list(
                    "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()");
              } catch (SQLException | InterruptedException e) {
                throw new IllegalStateException(e);
              }
            });
    killer.start();
    try {
      night.run(request(bill), Progress.NONE, (connection, account) -> {});
      return false;
    } catch (CannotRun died) {
      return true;
    } finally {
      killer.join();
    }
  }

  private static Request request(Path bill) {
    return new Request("alipay-1", DATE, bill, "bill.csv", Optional.empty(), AS_OF, false);
  }
}
