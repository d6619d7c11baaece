package io.oncepaid.reconciliation.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.testing.Books;
import io.oncepaid.reconciliation.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the README lets a reader type, with the two packaged programs and accounts at every gateway:
 * a day of callbacks of which some are lost, the night's run that finds them, the approval, and the
 * run that is balanced; then a day whose bills are wrong.
 */
class DayAndNightIT {
  private static final Pattern ADDRESS = Pattern.compile("keeps running at (\\S+);");
  private static final int LOST = 30;
  private static final int MISBILLED = 24;

  @TempDir Path folder;
  private String service;

  @Test
  void lost_callbacks_of_every_gateway_are_repaired_and_wrong_bills_are_found() throws Exception {
    try (Program demo =
        demo("--every-gateway", "--payments", "100", "--duplicates", "2", "--lost", "" + LOST)) {
      demo.awaitSaying("keeps running");
      assertThat(demo.output()).contains("The table closes: nothing lost, nothing twice.");
      Matcher address = ADDRESS.matcher(demo.output());
      assertThat(address.find()).isTrue();
      service = address.group(1);
      try (Books books = Books.at(Files.readString(folder.resolve(".oncepaid/jdbc-url")).strip())) {
        lostCallbacksAreRepaired(books);
        wrongBillsAreFound(books);
      }
    }
  }

  private void lostCallbacksAreRepaired(Books books) throws Exception {
    String day = lastDay();
    assertThat(reconciliation(1, "run", "--all", "--date", day)).contains("NOT balanced");
    assertThat(reconciliation(0, "approve", "--all-below", "2000000", "--by", "Ann"))
        .contains(" approved");
    assertThat(reconciliation(0, "run", "--all", "--date", day))
        .contains("balanced")
        .doesNotContain("NOT balanced");

    assertThat(
            books.list(
                "SELECT count(DISTINCT out_trade_no) FROM payment_flow"
                    + " WHERE source = 'RECONCILIATION'"))
        .containsExactly(Integer.toString(LOST));
    assertThat(
            books.list(
                "SELECT DISTINCT account FROM payment_flow"
                    + " WHERE source = 'RECONCILIATION' ORDER BY 1"))
        .containsExactly(
            "adyen-demo",
            "alipay-demo",
            "alipay-second",
            "paypal-demo",
            "stripe-demo",
            "unionpay-demo",
            "wechat-demo",
            "wechat-old");
    assertThat(
            books.list(
                "SELECT out_trade_no FROM payment_flow GROUP BY 1, kind,"
                    + " account, transaction_id, out_refund_no HAVING count(*) > 1"))
        .isEmpty();
  }

  /**
   * What a settlement lacks may come with the next one: there it waits and is no difference yet.
   */
  private void wrongBillsAreFound(Books books) throws Exception {
    simulate("--url", service, "--payments", "60", "--duplicates", "1", "--misbilled", "40");
    assertThat(reconciliation(1, "run", "--all", "--date", lastDay())).contains("NOT balanced");

    assertThat(
            books.list(
                "SELECT count(*) FROM reconciliation_finding f"
                    + " JOIN reconciliation_run r ON r.id = f.run_id WHERE r.bill_date = '"
                    + lastDay()
                    + "' AND (f.outcome = 'DIFFERENCE' OR f.type = 'NOT_SETTLED')"))
        .containsExactly(Integer.toString(MISBILLED));
  }

  private Program demo(String... options) throws IOException {
    String[] arguments = new String[options.length + 1];
    arguments[0] = "demo";
    System.arraycopy(options, 0, arguments, 1, options.length);
    return Program.start(
        Program.SERVICE,
        folder,
        Map.of("quarkus.http.port", "0", "quarkus.management.port", "0"),
        arguments);
  }

  private void simulate(String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("simulate"));
    arguments.addAll(List.of(options));
    try (Program run =
        Program.start(Program.SERVICE, folder, Map.of(), arguments.toArray(String[]::new))) {
      assertThat(run.ended()).as(run.output()).isZero();
    }
  }

  private String lastDay() throws IOException {
    List<String> days = Files.readAllLines(folder.resolve(".oncepaid/demo/bills/days"));
    return days.get(days.size() - 1);
  }

  private String reconciliation(int exitCode, String... arguments) throws Exception {
    try (Program run =
        Program.start(
            Program.RECONCILIATION,
            folder,
            Map.of(
                "quarkus.config.locations",
                ".oncepaid/demo/oncepaid.properties",
                "reconciliation.service-url",
                service),
            arguments)) {
      assertThat(run.ended()).as(run.output()).isEqualTo(exitCode);
      return run.output();
    }
  }
}
