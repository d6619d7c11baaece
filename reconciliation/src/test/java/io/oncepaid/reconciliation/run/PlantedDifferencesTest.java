package io.oncepaid.reconciliation.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.report.ReportFiles;
import io.oncepaid.reconciliation.testing.AlipayBill;
import io.oncepaid.reconciliation.testing.Books;
import io.oncepaid.reconciliation.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Aim: every planted difference is found and none is made up. Method: a day of Alipay with 10^5
 * rows (more by ONCEPAID_ROWS), every 997th row broken, by turns in each way.
 */
@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class PlantedDifferencesTest {
  private static final LocalDate DATE = LocalDate.of(2026, 3, 9);
  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
  private static final int ROWS =
      Integer.parseInt(System.getenv().getOrDefault("ONCEPAID_ROWS", "100000"));
  private static final int STEP = 997;

  @Inject Night night;
  @Inject Clock clock;

  @ConfigProperty(name = "quarkus.datasource.jdbc.url")
  String url;

  @TempDir Path folder;

  private final List<String> planted = new ArrayList<>();

  @Test
  void finds_every_planted_difference_and_no_other() throws IOException, SQLException {
    Path file = folder.resolve("bill.csv");
    try (Books books = new Books(url).empty();
        AlipayBill bill = new AlipayBill(file, DATE)) {
      for (int i = 0; i < ROWS; i++) {
        if (i % STEP == 0) {
          plant(books, bill, i, i / STEP % 15);
        } else {
          sound(books, bill, i);
        }
        if (i % 50_000 == 49_999) {
          books.write();
        }
      }
      books.write();
    }
    Night.Result result =
        night.run(
            new Request("alipay-1", DATE, file, "bill.csv", Optional.empty(), null, false),
            Progress.NONE,
            (connection, account) ->
                new ReportFiles(Path.of("target/sample-report"), clock)
                    .write(connection, account, DATE, null));
    assertThat(result.closes()).isTrue();
    assertThat(result.balanced()).isFalse();
    try (Books books = new Books(url)) {
      assertThat(
              books.list(
                  "SELECT type || ' ' || transaction_id FROM reconciliation_finding"
                      + " WHERE outcome = 'DIFFERENCE' AND run_id = "
                      + result.run()))
          .containsExactlyInAnyOrderElementsOf(planted);
      assertThat(
              books.list(
                  "SELECT transaction_id FROM reconciliation_finding WHERE outcome <> 'DIFFERENCE'"
                      + " AND outcome <> 'EXPLAINED' AND run_id = "
                      + result.run()))
          .isEmpty();
    }
  }

  /** A payment, every tenth refunded in part, every twentieth with a running total. */
  private void sound(Books books, AlipayBill bill, int i) throws IOException {
    bill.pay(trade(i), order(i), amount(i), time(i));
    books.payment(order(i), amount(i), "PAID", "alipay-1", trade(i));
    books.pay("alipay-1", order(i), trade(i), amount(i), at(i));
    if (i % 20 == 10) {
      bill.refund(trade(i), order(i), "RF" + i, 30, time(i).plusMinutes(10));
      books.refund("alipay-1", order(i), trade(i), "RF" + i, 30, at(i).plusSeconds(600));
    } else if (i % 20 == 0) {
      bill.refund(trade(i), order(i), "RF" + i, 30, time(i).plusMinutes(10));
      bill.refund(trade(i), order(i), "RG" + i, 20, time(i).plusMinutes(20));
      books.flow(
          "alipay-1",
          "REFUND",
          order(i),
          trade(i),
          "total=50",
          "",
          50,
          "CNY",
          50L,
          at(i).plusSeconds(1200));
    }
  }

  private void plant(Books books, AlipayBill bill, int i, int way)
      throws IOException, SQLException {
    String difference =
        switch (way) {
          case 0 -> {
            bill.pay(trade(i), order(i), amount(i), time(i));
            yield "MISSING_HERE";
          }
          case 1 -> {
            paid(books, i);
            yield "MISSING_AT_GATEWAY";
          }
          case 2 -> {
            bill.pay(trade(i), order(i), amount(i) + 1, time(i));
            paid(books, i);
            yield "AMOUNT";
          }
          case 3 -> {
            bill.pay(trade(i), order(i), amount(i), time(i));
            books.flow(
                "alipay-1", "PAY", order(i), trade(i), "", "", amount(i), "USD", null, at(i));
            yield "CURRENCY";
          }
          case 4 -> {
            bill.pay(trade(i), order(i), amount(i), time(i));
            books.payment(order(i), amount(i), "PENDING", "alipay-1", trade(i));
            books.pay("alipay-1", order(i), trade(i), amount(i), at(i));
            yield "STATUS";
          }
          case 5 -> {
            bill.pay(trade(i), order(i), amount(i), time(i));
            bill.pay(trade(i), order(i), amount(i), time(i));
            paid(books, i);
            yield "DUPLICATE_AT_GATEWAY";
          }
          case 6 -> {
            paid(books, i);
            books.pay("alipay-2", order(i) + "x", trade(i), amount(i), at(i));
            yield "DUPLICATE_HERE";
          }
          case 7 -> {
            sale(books, bill, i);
            bill.refund(trade(i), order(i), "RF" + i, 30, time(i));
            yield "REFUND_MISSING_HERE";
          }
          case 8 -> {
            sale(books, bill, i);
            books.refund("alipay-1", order(i), trade(i), "RF" + i, 30, at(i));
            yield "REFUND_MISSING_AT_GATEWAY";
          }
          case 9 -> {
            sale(books, bill, i);
            bill.refund(trade(i), order(i), "RF" + i, 31, time(i));
            books.refund("alipay-1", order(i), trade(i), "RF" + i, 30, at(i));
            yield "REFUND_AMOUNT";
          }
          case 10 -> {
            sale(books, bill, i);
            bill.refund(trade(i), order(i), "RF" + i, 30, time(i));
            books.flow(
                "alipay-1", "REFUND", order(i), trade(i), "RF" + i, "", 30, "HKD", null, at(i));
            yield "REFUND_CURRENCY";
          }
          case 11 -> {
            sale(books, bill, i);
            bill.refund(trade(i), order(i), "RF" + i, 30, time(i));
            books.refund("alipay-1", order(i), trade(i), "RF" + i, 30, at(i));
            books.flow(
                "alipay-1",
                "REFUND_FAILED",
                order(i),
                trade(i),
                "RF" + i,
                "",
                30,
                "CNY",
                null,
                at(i));
            yield "REFUND_STATUS";
          }
          case 12 -> {
            sale(books, bill, i);
            bill.refund(trade(i), order(i), "RF" + i, 30, time(i));
            bill.refund(trade(i), order(i), "RF" + i, 30, time(i));
            books.refund("alipay-1", order(i), trade(i), "RF" + i, 30, at(i));
            yield "REFUND_DUPLICATE_AT_GATEWAY";
          }
          case 13 -> {
            sale(books, bill, i);
            bill.refund(trade(i), order(i), "RF" + i, 30, time(i));
            books.refund("alipay-1", order(i), trade(i), "RF" + i, 30, at(i));
            books.flow(
                "alipay-1", "REFUND", order(i), trade(i), "total=60", "", 30, "CNY", 60L, at(i));
            yield "REFUND_DUPLICATE_HERE";
          }
          default -> {
            // The second transaction of a double payment: explained by its case.
            sale(books, bill, i);
            bill.pay(trade(i) + "9", order(i), amount(i), time(i));
            books.openCase("alipay-1", "DOUBLE_PAYMENT", order(i), trade(i) + "9");
            yield "";
          }
        };
    if (!difference.isEmpty()) {
      planted.add(difference + " " + trade(i));
    }
  }

  private static void sale(Books books, AlipayBill bill, int i) throws IOException {
    bill.pay(trade(i), order(i), amount(i), time(i));
    paid(books, i);
  }

  private static void paid(Books books, int i) {
    books.payment(order(i), amount(i), "PAID", "alipay-1", trade(i));
    books.pay("alipay-1", order(i), trade(i), amount(i), at(i));
  }

  private static String trade(int i) {
    return "20260309220014%014d".formatted(i);
  }

  private static String order(int i) {
    return "ORD%012d".formatted(i);
  }

  private static long amount(int i) {
    return 100 + i % 9000;
  }

  private static LocalDateTime time(int i) {
    return DATE.atTime(1, 0).plusSeconds(i % 70_000);
  }

  private static Instant at(int i) {
    return time(i).atZone(ZONE).toInstant();
  }
}
