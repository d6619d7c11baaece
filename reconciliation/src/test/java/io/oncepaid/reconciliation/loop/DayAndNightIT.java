package io.oncepaid.reconciliation.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.testing.Books;
import io.oncepaid.reconciliation.testing.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the README lets a reader type, with the two packaged programs: a day of callbacks of which
 * some are lost, the night's run that finds them, the approval, and the run that is balanced.
 */
class DayAndNightIT {
  private static final Pattern ADDRESS = Pattern.compile("keeps running at (\\S+);");
  private static final int LOST = 6;

  @TempDir Path folder;
  private String service;

  @Test
  void a_day_with_lost_callbacks_is_repaired_and_then_balanced() throws Exception {
    try (Program demo = demo("--payments", "60", "--duplicates", "2", "--lost", "10")) {
      demo.awaitSaying("keeps running");
      assertThat(demo.output()).contains("The table closes: nothing lost, nothing twice.");
      Matcher address = ADDRESS.matcher(demo.output());
      assertThat(address.find()).isTrue();
      service = address.group(1);
      String day = days().get(0);

      assertThat(reconciliation(1, "run", "--all", "--date", day)).contains("NOT balanced");
      assertThat(reconciliation(0, "approve", "--all-below", "2000000", "--by", "Ann"))
          .contains(" approved");
      assertThat(reconciliation(0, "run", "--all", "--date", day))
          .contains("balanced")
          .doesNotContain("NOT balanced");

      try (Books books = Books.at(Files.readString(folder.resolve(".oncepaid/jdbc-url")).strip())) {
        assertThat(
                books.list(
                    "SELECT count(DISTINCT out_trade_no) FROM payment_flow"
                        + " WHERE source = 'RECONCILIATION'"))
            .containsExactly(Integer.toString(LOST));
        assertThat(
                books.list(
                    "SELECT out_trade_no FROM payment_flow GROUP BY 1, kind,"
                        + " account, transaction_id, out_refund_no HAVING count(*) > 1"))
            .isEmpty();
      }
    }
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

  private List<String> days() throws IOException {
    return Files.readAllLines(folder.resolve(".oncepaid/demo/bills/days"));
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
