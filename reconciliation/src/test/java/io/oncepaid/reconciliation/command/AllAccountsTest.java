package io.oncepaid.reconciliation.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.testing.AlipayBill;
import io.oncepaid.reconciliation.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;

/** All accounts with one command, their bills in the drop folder of all. */
@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class AllAccountsTest extends CommandTest {
  @ConfigProperty(name = "reconciliation.drop-folder")
  Path drop;

  @Test
  void each_account_is_compared_with_yesterdays_bill_and_those_not_ready_are_told_apart()
      throws Exception {
    LocalDate yesterday = LocalDate.now(ZONE).minusDays(1);
    sale(1, 500, yesterday.atTime(12, 0));
    books.write();
    for (String account : new String[] {"alipay-1", "alipay-2"}) {
      Path folder = Files.createDirectories(drop.resolve(account));
      String name = "20880000000000010156_" + yesterday.toString().replace("-", "") + ".csv";
      try (AlipayBill bill = new AlipayBill(folder.resolve(name), yesterday)) {
        if (account.equals("alipay-1")) {
          bill.pay("T1", "ORD1", 500, yesterday.atTime(12, 0));
        }
      }
    }
    Files.createDirectories(drop.resolve("paypal-1"));

    assertThat(run("run", "--all", "--date", "yesterday")).isEqualTo(2);
    assertThat(out.toString())
        .contains("alipay-1 " + yesterday + " version 1: 1 rows, balanced")
        .contains("alipay-2 " + yesterday + " version 1: 0 rows, balanced")
        .containsPattern(
            "the bill of \\S+ in \\S+paypal-1 is not ready yet; try again (at|after) 20")
        .containsPattern("there is no drop folder \\S+stripe-1")
        .contains("hmac-1: no bill is to be expected; left out");
    assertThat(books.list("SELECT DISTINCT account FROM reconciliation_run ORDER BY 1"))
        .containsExactly("alipay-1", "alipay-2");
  }

  @Test
  void an_account_or_all_must_be_asked_for() {
    assertThat(run("run")).isEqualTo(2);
    assertThat(run("run", "--all", "--account", "alipay-1")).isEqualTo(2);
    assertThat(run("run", "--all", "--bill", "file.csv")).isEqualTo(2);
    assertThat(run("run", "--account", "alipay-1", "--date", "the day before")).isEqualTo(2);
    assertThat(out.toString()).contains("--date must be yesterday, today or like 2026-03-09");
  }
}
