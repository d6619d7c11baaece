package io.oncepaid.reconciliation.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** The command run, and the reports that it leaves. */
@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class RunTest extends CommandTest {
  @ConfigProperty(name = "reconciliation.metrics-file")
  Path metrics;

  @Test
  void a_day_that_agrees_is_balanced_and_reported_in_both_languages() throws Exception {
    sale(1, 8880, noon());
    books.refund("alipay-1", "ORD1", "T1", "RF1", 3000, at(noon())).write();
    Path bill =
        bill(
            DATE, b -> b.pay("T1", "ORD1", 8880, noon()).refund("T1", "ORD1", "RF1", 3000, noon()));
    assertThat(runOf(DATE, bill, "--reports", folder)).isZero();
    Path reports = folder.resolve("alipay-1/2026-03-09");
    assertThat(Files.readString(reports.resolve("report.en.html"))).contains(">Balanced<");
    assertThat(Files.readString(reports.resolve("report.zh.html"))).contains(">已平<");
    assertThat(reports.resolve("report.en.xlsx")).isNotEmptyFile();
    assertThat(Files.readString(metrics))
        .contains("oncepaid_reconciliation_balanced{account=\"alipay-1\"} 1");
    assertThat(run("status", "--days", "100000")).isZero();
  }

  @Test
  void a_damaged_bill_is_exit_code_two_and_nothing_is_believed() throws Exception {
    Path bill = bill(DATE, b -> b.pay("T1", "ORD1", 5000, noon()));
    byte[] bytes = Files.readAllBytes(bill);
    Files.write(bill, Arrays.copyOf(bytes, bytes.length - 120));
    assertThat(runOf(DATE, bill)).isEqualTo(2);
    assertThat(out.toString()).contains("bill.csv");
    assertThat(books.list("SELECT status FROM reconciliation_run")).containsExactly("FAILED");
    assertThat(books.list("SELECT id FROM reconciliation_finding")).isEmpty();
    assertThat(run("run", "--account", "nobody", "--bill", bill)).isEqualTo(2);
    assertThat(run("run", "--account", "alipay-1", "--date", "2026-03-09")).isEqualTo(2);
  }

  @Test
  void a_dry_run_keeps_nothing() throws Exception {
    Path bill = bill(DATE, b -> b.pay("T1", "ORD1", 5000, noon()));
    assertThat(runOf(DATE, bill, "--dry-run")).isEqualTo(1);
    assertThat(books.list("SELECT id FROM reconciliation_run")).isEmpty();
    assertThat(books.list("SELECT id FROM reconciliation_finding")).isEmpty();
  }

  @Test
  void two_at_once_cannot_be_but_a_dead_one_is_taken_over() throws Exception {
    Path bill = bill(DATE, b -> {});
    assertThat(runOf(DATE, bill)).isZero();
    books.execute(
        "UPDATE reconciliation_run SET status = 'RUNNING', lease_holder = 'another';"
            + " DELETE FROM reconciliation_finding; DELETE FROM reconciliation_total;"
            + " UPDATE reconciliation_lease SET lease_until = now() + interval '1 hour'");
    assertThat(runOf(DATE, bill)).isEqualTo(2);
    assertThat(out.toString()).contains("is being compared by another process");
    books.execute("UPDATE reconciliation_lease SET lease_until = now() - interval '1 second'");
    assertThat(runOf(DATE, bill)).isZero();
    assertThat(books.list("SELECT version || status FROM reconciliation_run"))
        .containsExactly("1DONE");
  }

  @Test
  void a_report_is_the_same_byte_for_byte() throws Exception {
    sale(1, 8880, noon());
    books.pay("alipay-1", "ORD4", "T4", 100, at(noon())).write();
    Path bill = bill(DATE, b -> b.pay("T1", "ORD1", 8881, noon()).pay("T2", "ORD2", 5000, noon()));
    assertThat(runOf(DATE, bill, "--reports", folder.resolve("one"))).isEqualTo(1);
    assertThat(
            run(
                "report",
                "--account",
                "alipay-1",
                "--date",
                "2026-03-09",
                "--reports",
                folder.resolve("two")))
        .isZero();
    for (String name :
        List.of(
            "report.en.html",
            "report.zh.html",
            "report.en.csv",
            "report.zh.csv",
            "report.en.xlsx",
            "report.zh.xlsx",
            "report.json")) {
      assertThat(folder.resolve("two/alipay-1/2026-03-09").resolve(name))
          .hasSameBinaryContentAs(folder.resolve("one/alipay-1/2026-03-09").resolve(name));
    }
    assertThat(Files.readString(folder.resolve("one/alipay-1/2026-03-09/report.zh.html")))
        .contains("本方缺单", "渠道缺单", "金额不符", "88.81", "88.80");
  }

  @Test
  void a_run_that_may_wait_takes_over_when_the_other_one_is_silent() throws Exception {
    Path bill = bill(DATE, b -> {});
    assertThat(runOf(DATE, bill)).isZero();
    books.execute(
        "UPDATE reconciliation_run SET status = 'RUNNING', lease_holder = 'another';"
            + " UPDATE reconciliation_lease SET lease_until = now() + interval '1 second'");

    assertThat(runOf(DATE, bill, "--wait", "PT1M")).isZero();
    assertThat(out.toString()).contains("waiting: alipay-1 2026-03-09 is being compared");
  }

  @Test
  void a_day_whose_control_totals_do_not_close_is_never_balanced() throws Exception {
    Path bill = bill(DATE, b -> b.pay("T1", "ORD1", 100, noon()));
    sale(1, 100, noon());
    books.write();
    assertThat(runOf(DATE, bill)).isZero();
    books.execute(
        """
        CREATE FUNCTION one_row_lost() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            NEW.rows := NEW.rows - 1;
            RETURN NEW;
        END $$;
        CREATE TRIGGER one_row_lost BEFORE INSERT ON reconciliation_total FOR EACH ROW
            WHEN (NEW.share = 'MATCHED' AND NEW.side = 'BILL') EXECUTE FUNCTION one_row_lost()
        """);
    try {
      assertThat(runOf(DATE, bill)).isEqualTo(1);
      assertThat(out.toString()).contains("NOT balanced; the control totals do not close");
    } finally {
      books.execute("DROP FUNCTION one_row_lost CASCADE");
    }
  }
}
