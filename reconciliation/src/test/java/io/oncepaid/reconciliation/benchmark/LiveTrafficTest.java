package io.oncepaid.reconciliation.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.testing.AlipayBill;
import io.oncepaid.reconciliation.testing.Books;
import io.oncepaid.reconciliation.testing.Program;
import io.oncepaid.reconciliation.testing.TestPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * How much a night's run slows live callbacks down: the simulation against the packaged service,
 * alone and beside a reconciliation of so many rows in the same database, which begins anew as soon
 * as it ends. ONCEPAID_BESIDE is the number of rows.
 */
@EnabledIfEnvironmentVariable(named = "ONCEPAID_BESIDE", matches = "[0-9]+")
class LiveTrafficTest {
  private static final LocalDate DATE = LocalDate.of(2026, 3, 9);
  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
  private static final Pattern LISTENS = Pattern.compile("Listening on: http://[^:]+:([0-9]+)");
  private static final Pattern RATE = Pattern.compile(" s: ([0-9,]+)/s;");

  @TempDir Path folder;

  private String url;
  private Path bill;
  private int service;
  private volatile boolean nightIsOver;

  @Test
  void a_run_beside_live_callbacks_does_not_slow_them_by_more_than_half() throws Exception {
    url = TestPostgres.newDatabase("live");
    try (Program shop = simulate(1)) {
      shop.ended(); // makes the pretend merchant, whom the service must know
    }
    try (Program running = Program.start(Program.SERVICE, folder, settings())) {
      running.awaitSaying("Listening on");
      Matcher port = LISTENS.matcher(running.output());
      assertThat(port.find()).isTrue();
      service = Integer.parseInt(port.group(1));
      fill(Integer.parseInt(System.getenv("ONCEPAID_BESIDE")));
      rate();
      double alone = rate();
      Thread night = new Thread(this::reconcileAllTheTime);
      night.start();
      double beside = rate();
      nightIsOver = true;
      night.join();
      double alone2 = rate();
      String result =
          String.format(
              Locale.ROOT,
              "callbacks/s alone %.0f, beside the run %.0f, alone again %.0f: %.2f%n",
              alone,
              beside,
              alone2,
              beside * 2 / (alone + alone2));
      Files.writeString(Path.of("target/live.txt"), result);
      assertThat(beside).as(result).isGreaterThan((alone + alone2) / 4);
    }
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(database());
    settings.put("quarkus.config.locations", "shop/oncepaid.properties");
    settings.put("quarkus.http.port", "0");
    settings.put("quarkus.management.port", "0");
    settings.put("quarkus.log.console.json.enabled", "false");
    return settings;
  }

  private Map<String, String> database() {
    return Map.of(
        "quarkus.datasource.jdbc.url", url,
        "quarkus.datasource.username", "postgres",
        "quarkus.datasource.password", "postgres");
  }

  /** Callbacks a second that the simulation came to. */
  private double rate() throws Exception {
    try (Program simulation = simulate(1500)) {
      assertThat(simulation.ended()).as(simulation.output()).isZero();
      Matcher rate = RATE.matcher(simulation.output());
      assertThat(rate.find()).isTrue();
      return Double.parseDouble(rate.group(1).replace(",", ""));
    }
  }

  private Program simulate(int payments) throws IOException {
    return Program.start(
        Program.SERVICE,
        folder,
        Map.of(),
        "simulate",
        "--url",
        "http://127.0.0.1:" + service,
        "--shop",
        "shop",
        "--payments",
        Integer.toString(payments),
        "--duplicates",
        "4");
  }

  private void reconcileAllTheTime() {
    try {
      while (!nightIsOver) {
        Map<String, String> settings = new HashMap<>(database());
        settings.put("oncepaid.data-dir", folder.toString());
        settings.put("oncepaid.accounts.alipay-1.merchant", "shop");
        settings.put("oncepaid.accounts.alipay-1.gateway", "alipay");
        try (Program run =
            Program.start(
                Program.RECONCILIATION,
                folder,
                settings,
                "run",
                "--account",
                "alipay-1",
                "--date",
                DATE.toString(),
                "--bill",
                bill.toString())) {
          assertThat(run.ended()).as(run.output()).isZero();
        }
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void fill(int rows) throws IOException, SQLException {
    bill = folder.resolve("bill.csv");
    try (Books books = new Books(url);
        AlipayBill lines = new AlipayBill(bill, DATE)) {
      for (int i = 0; i < rows; i++) {
        var time = DATE.atTime(1, 0).plusSeconds(i % 70_000);
        lines.pay("T" + i, "ORD" + i, 100 + i % 9000, time);
        books.payment("ORD" + i, 100 + i % 9000, "PAID", "alipay-1", "T" + i);
        books.pay("alipay-1", "ORD" + i, "T" + i, 100 + i % 9000, time.atZone(ZONE).toInstant());
        if (i % 50_000 == 49_999) {
          books.write();
        }
      }
      books.write();
    }
  }
}
