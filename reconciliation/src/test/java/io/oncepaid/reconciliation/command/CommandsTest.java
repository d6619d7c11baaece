package io.oncepaid.reconciliation.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.ReconciliationCommand;
import io.oncepaid.reconciliation.testing.AlipayBill;
import io.oncepaid.reconciliation.testing.Books;
import io.oncepaid.reconciliation.testing.StandInService;
import io.oncepaid.reconciliation.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class CommandsTest {
  private static final LocalDate DATE = LocalDate.of(2026, 3, 9);
  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

  @Inject CommandLine.IFactory factory;

  @ConfigProperty(name = "quarkus.datasource.jdbc.url")
  String url;

  @ConfigProperty(name = "reconciliation.service-url")
  String serviceUrl;

  @ConfigProperty(name = "reconciliation.metrics-file")
  Path metrics;

  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private Books books;

  @BeforeEach
  void emptyBooks() throws SQLException {
    books = new Books(url).empty();
  }

  @AfterEach
  void closeBooks() throws SQLException {
    books.close();
  }

  @Test
  void a_day_that_agrees_is_balanced_and_reported_in_both_languages() throws Exception {
    sale(1, 8880, noon());
    books.refund("alipay-1", "ORD1", "T1", "RF1", 3000, at(noon())).write();
    Path bill =
        bill(
            DATE, b -> b.pay("T1", "ORD1", 8880, noon()).refund("T1", "ORD1", "RF1", 3000, noon()));
    assertThat(
            run(
                "run",
                "--account",
                "alipay-1",
                "--date",
                "2026-03-09",
                "--bill",
                bill,
                "--reports",
                folder))
        .isZero();
    Path reports = folder.resolve("alipay-1/2026-03-09");
    assertThat(Files.readString(reports.resolve("report.en.html"))).contains(">Balanced<");
    assertThat(Files.readString(reports.resolve("report.zh.html"))).contains(">已平<");
    assertThat(reports.resolve("report.en.xlsx")).isNotEmptyFile();
    assertThat(Files.readString(metrics))
        .contains("oncepaid_reconciliation_balanced{account=\"alipay-1\"} 1");
    assertThat(run("status", "--days", "100000")).isZero();
  }

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

  @Test
  void a_damaged_bill_is_exit_code_two_and_nothing_is_believed() throws Exception {
    Path bill = bill(DATE, b -> b.pay("T1", "ORD1", 5000, noon()));
    byte[] bytes = Files.readAllBytes(bill);
    Files.write(bill, java.util.Arrays.copyOf(bytes, bytes.length - 120));
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
    assertThat(
            run(
                "run",
                "--account",
                "alipay-1",
                "--date",
                "2026-03-09",
                "--bill",
                bill,
                "--dry-run"))
        .isEqualTo(1);
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
    assertThat(
            run(
                "run",
                "--account",
                "alipay-1",
                "--date",
                "2026-03-09",
                "--bill",
                bill,
                "--reports",
                folder.resolve("one")))
        .isEqualTo(1);
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

  private interface Rows {
    void into(AlipayBill bill) throws IOException;
  }

  private Path bill(LocalDate date, Rows rows) throws IOException {
    Path file = Files.createTempDirectory(folder, "b").resolve("bill.csv");
    try (AlipayBill bill = new AlipayBill(file, date)) {
      rows.into(bill);
    }
    return file;
  }

  private int runOf(LocalDate date, Path bill) {
    return run("run", "--account", "alipay-1", "--date", date, "--bill", bill);
  }

  private int run(Object... arguments) {
    PrintWriter writer = new PrintWriter(out, true);
    String[] texts =
        java.util.Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
    int code =
        new CommandLine(new ReconciliationCommand(), factory)
            .setOut(writer)
            .setErr(writer)
            .execute(texts);
    if (System.getenv("SHOW") != null) {
      System.err.println(code + " " + out);
    }
    return code;
  }

  /** What the latest run found, beside what is plain. */
  private List<String> outcomes() throws SQLException {
    return books.list(
        "SELECT outcome || ' ' || transaction_id FROM reconciliation_finding WHERE run_id ="
            + " (SELECT max(id) FROM reconciliation_run) ORDER BY 1");
  }

  private void sale(int i, long amount, LocalDateTime time) {
    sale("alipay-1", i, amount, time);
  }

  private void sale(String account, int i, long amount, LocalDateTime time) {
    books.payment("ORD" + i, amount, "PAID", account, "T" + i);
    books.pay(account, "ORD" + i, "T" + i, amount, at(time));
  }

  private static LocalDateTime noon() {
    return DATE.atTime(12, 0);
  }

  private static Instant at(LocalDateTime time) {
    return time.atZone(ZONE).toInstant();
  }
}
