package io.oncepaid.reconciliation.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.AccountSettings;
import io.oncepaid.reconciliation.testing.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Set;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A month of runs whose last day has thousands of findings: what the report lists and sums. */
class LongReportTest {
  private static final LocalDate DATE = LocalDate.of(2026, 3, 9);
  private static final AccountSettings ACCOUNT =
      new AccountSettings(
          "alipay-1",
          "shop",
          "alipay",
          ZoneId.of("Asia/Shanghai"),
          LocalTime.MIDNIGHT,
          Set.of(),
          0,
          Duration.ofMinutes(30),
          2,
          10);

  private static final String MONTH =
      """
      INSERT INTO reconciliation_run (account, bill_date, version, merchant, status, as_of, format,
          bill_name, bill_sha256, bill_rows, balanced, compared_at)
      SELECT 'alipay-1', d, 1, 'shop', 'DONE', d + time '10:00', 'alipay-trade',
          '20880000000000010156_' || to_char(d, 'YYYYMMDD') || '_业务明细.csv', repeat('ab', 32),
          120000, extract(day FROM d)::integer % 3 = 0
              AND d < date '2026-03-09', d + time '10:01'
      FROM generate_series(date '2026-02-08', date '2026-03-09', '1 day') d
      ORDER BY d;
      INSERT INTO reconciliation_finding (run_id, id, outcome, type, movement, first_date,
          out_trade_no, transaction_id, out_refund_no, gateway_refund_id, bill_line, bill_amount,
          bill_currency, bill_status, bill_at)
      SELECT r.id, r.id || '-' || n, CASE WHEN n % 4 = 0 THEN 'WAITING' ELSE 'DIFFERENCE' END,
          CASE WHEN n % 4 = 0 THEN 'NEAR_CUT_OFF' ELSE 'MISSING_HERE' END, 'PAY', r.bill_date,
          'ORD' || n, 'T' || n, '', '', n, 100, 'CNY', 'DONE', r.bill_date + time '12:00'
      FROM reconciliation_run r, generate_series(1, 5 + r.id % 7) n
      WHERE NOT balanced AND r.id < 30;
      """;

  /** 6,000 differences of 1.23 yuan each and more; the books have some of them, otherwise. */
  private static final String LAST_DAY =
      """
      INSERT INTO reconciliation_finding (run_id, id, outcome, type, movement, first_date,
          expires_on, out_trade_no, transaction_id, out_refund_no, gateway_refund_id, bill_line,
          bill_amount, bill_currency, bill_status, bill_at, our_flow_id, our_amount, our_currency,
          our_status, our_at, case_id, case_kind, case_status)
      SELECT 30, lpad(to_hex(n * 7919), 16, '0'),
          CASE WHEN n <= 6000 THEN 'DIFFERENCE' WHEN n <= 6040 THEN 'EXPLAINED'
              WHEN n <= 6060 THEN 'WAITING' ELSE 'RESOLVED' END,
          CASE WHEN n <= 6000 THEN (ARRAY['MISSING_HERE', 'MISSING_AT_GATEWAY', 'AMOUNT', 'STATUS',
                  'REFUND_MISSING_HERE', 'REFUND_AMOUNT', 'DUPLICATE_AT_GATEWAY'])[n % 7 + 1]
              WHEN n <= 6040 THEN 'DOUBLE_PAYMENT' WHEN n <= 6060 THEN 'NEAR_CUT_OFF'
              ELSE 'BOOKED' END,
          CASE WHEN n <= 6000 AND n % 7 IN (4, 5) THEN 'REFUND' ELSE 'PAY' END,
          date '2026-03-09' - (n % 3), CASE WHEN n > 6040 THEN date '2026-03-11' END,
          'ORD20260309' || lpad(n::text, 12, '0'), '20260309220014' || lpad(n::text, 14, '0'),
          CASE WHEN n % 7 IN (4, 5) THEN 'RF20260309' || n ELSE '' END, '', n, 123 + n % 2, 'CNY',
          'DONE', timestamptz '2026-03-09 04:00Z' + n * interval '1 second',
          CASE WHEN n % 7 IN (2, 3) THEN n END, CASE WHEN n % 7 IN (2, 3) THEN 122 END,
          CASE WHEN n % 7 IN (2, 3) THEN 'CNY' END, CASE WHEN n % 7 = 3 THEN 'PENDING' END,
          CASE WHEN n % 7 IN (2, 3) THEN timestamptz '2026-03-09 04:00Z' END,
          CASE WHEN n > 6000 AND n <= 6040 THEN n END,
          CASE WHEN n > 6000 AND n <= 6040 THEN 'DOUBLE_PAYMENT' END,
          CASE WHEN n > 6000 AND n <= 6040 THEN 'OPEN' END
      FROM generate_series(1, 6080) n;
      INSERT INTO reconciliation_total
      SELECT 30, side, 'PAY', 'CNY', share, rows, rows * 12300,
          CASE side WHEN 'BILL' THEN rows ELSE 0 END
      FROM (VALUES ('BILL', 'TOTAL', 120000), ('BILL', 'MATCHED', 113940), ('BILL', 'EXPLAINED', 40),
          ('BILL', 'WAITING', 20), ('BILL', 'DIFFERENCE', 6000), ('OURS', 'TOTAL', 114940),
          ('OURS', 'MATCHED', 113940), ('OURS', 'DIFFERENCE', 1000)) t (side, share, rows);
      """;

  private static Path written;

  @BeforeAll
  static void writeTheReport() throws SQLException, IOException {
    String url = TestPostgres.newDatabase("long_report");
    Flyway.configure()
        .dataSource(url, "postgres", "postgres")
        .locations("classpath:db/reconciliation")
        .table("flyway_reconciliation_history")
        .baselineOnMigrate(true)
        .baselineVersion("0")
        .load()
        .migrate();
    try (Connection connection = DriverManager.getConnection(url, "postgres", "postgres");
        Statement statement = connection.createStatement()) {
      statement.execute(MONTH);
      statement.execute(LAST_DAY);
      // kept, to be looked at in a browser
      Path target = Path.of("target/long-report");
      written =
          new ReportFiles(target, Clock.systemUTC())
              .write(connection, ACCOUNT, DATE, null)
              .folder();
    }
  }

  @Test
  void the_page_lists_the_largest_and_says_how_many_there_are() throws IOException {
    String page = Files.readString(written.resolve("report.en.html"));

    assertThat(page).contains("500 of 6,000");
    assertThat(Files.size(written.resolve("report.en.html"))).isLessThan(1_000_000);
  }

  @Test
  void sums_and_ages_are_those_of_all_differences_listed_or_not() throws IOException {
    // 858 are missing at the gateway, by turns of 1.23 and 1.24
    assertThat(Files.readString(written.resolve("report.en.html")))
        .contains(">1,059.63 CNY<")
        .containsPattern("2 days</text>.*?>2,007</text>");
  }

  @Test
  void the_trend_has_a_column_for_every_day_of_the_month() throws IOException {
    String page = Files.readString(written.resolve("report.zh.html"));

    assertThat(page.split("<g><title>2026-", -1)).hasSize(31);
    assertThat(page).contains("<title>2026-02-08:", "<title>2026-03-09: 6,000 ");
  }

  @Test
  void the_table_for_spreadsheets_has_every_finding() throws IOException {
    assertThat(Files.readAllLines(written.resolve("report.en.csv"))).hasSize(1 + 6080);
  }
}
