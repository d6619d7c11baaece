package io.oncepaid.reconciliation.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.reconciliation.testing.AlipayBill;
import io.oncepaid.reconciliation.testing.Books;
import io.oncepaid.reconciliation.testing.TestPostgres;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/**
 * Rows a second from the file to the report, against PostgreSQL's COPY of the same file in the same
 * run, and the memory of the packaged program. Needs {@code reconciliation/target/quarkus-app}.
 */
@EnabledIfEnvironmentVariable(named = "ONCEPAID_BENCHMARK", matches = ".+")
class BenchmarkTest {
  private static final LocalDate DATE = LocalDate.of(2026, 3, 9);
  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
  private static final String HEAP = "-Xmx128m";

  @TempDir Path folder;

  @Test
  void rows_a_second_and_memory() throws Exception {
    StringBuilder table =
        new StringBuilder(
            "\nrun: the whole process; work: from the bill to the last repair, without the JVM's"
                + " start and the reports\nload of the machine before: "
                + load()
                + ", cores: "
                + Runtime.getRuntime().availableProcessors()
                + "\n\nrows  COPY s  run s  work s  rows/s  ratio of run  ratio of work"
                + "  resident MB\n");
    for (String size : System.getenv("ONCEPAID_BENCHMARK").split(",")) {
      int rows = Integer.parseInt(size);
      String url = TestPostgres.newDatabase("bench_" + rows);
      Path bill = folder.resolve("bill.csv");
      fill(url, bill, rows);
      double copy = copy(url, bill);
      List<String> command = new ArrayList<>(List.of("java", HEAP, "-XX:+UseSerialGC"));
      command.addAll(
          List.of(
              "-Dquarkus.datasource.jdbc.url=" + url,
              "-Dquarkus.datasource.username=postgres",
              "-Dquarkus.datasource.password=postgres",
              "-Doncepaid.data-dir=" + folder,
              "-Doncepaid.accounts.alipay-1.merchant=shop",
              "-Doncepaid.accounts.alipay-1.gateway=alipay",
              "-jar",
              "target/quarkus-app/quarkus-run.jar",
              "run",
              "--account",
              "alipay-1",
              "--date",
              DATE.toString(),
              "--bill",
              bill.toString()));
      long began = System.nanoTime();
      Process process = new ProcessBuilder(command).inheritIO().start();
      long resident = 0;
      while (process.isAlive()) {
        resident = Math.max(resident, resident(process.pid()));
        Thread.sleep(20);
      }
      double run = (System.nanoTime() - began) / 1e9;
      assertThat(process.exitValue()).isZero();
      double work = work(url);
      table.append(
          String.format(
              Locale.ROOT,
              "%d  %.2f  %.2f  %.2f  %.0f  %.2f  %.2f  %d%n",
              rows,
              copy,
              run,
              work,
              rows / run,
              copy / run,
              copy / work,
              resident / 1024));
    }
    Files.writeString(Path.of("target/benchmark.txt"), table.toString());
    System.err.println(table);
  }

  private static void fill(String url, Path file, int rows) throws IOException, SQLException {
    try (Books books = new Books(url);
        AlipayBill bill = new AlipayBill(file, DATE)) {
      for (int i = 0; i < rows; i++) {
        String trade = "20260309220014%014d".formatted(i);
        String order = "ORD%012d".formatted(i);
        var time = DATE.atTime(1, 0).plusSeconds(i % 70_000);
        bill.pay(trade, order, 100 + i % 9000, time);
        books.payment(order, 100 + i % 9000, "PAID", "alipay-1", trade);
        books.pay("alipay-1", order, trade, 100 + i % 9000, time.atZone(ZONE).toInstant());
        if (i % 50_000 == 49_999) {
          books.write();
        }
      }
      books.write();
    }
  }

  /** Seconds that COPY takes for the file's lines as they are, one column each. */
  private static double copy(String url, Path file) throws SQLException, IOException {
    try (Connection connection = DriverManager.getConnection(url, "postgres", "postgres");
        InputStream content = Files.newInputStream(file)) {
      StringBuilder columns = new StringBuilder("c1 text");
      for (int i = 2; i <= 25; i++) {
        columns.append(", c").append(i).append(" text");
      }
      connection.createStatement().execute("CREATE TABLE raw_bill (" + columns + ")");
      // Only the rows: the head and the foot of the bill are not CSV.
      Path rows = file.resolveSibling("rows.csv");
      try (var lines = Files.lines(file, java.nio.charset.Charset.forName("GBK"));
          var out = Files.newBufferedWriter(rows, java.nio.charset.Charset.forName("GBK"))) {
        for (String line : (Iterable<String>) lines.filter(l -> l.startsWith("2026"))::iterator) {
          out.write(line);
          out.write("\n");
        }
      }
      long began = System.nanoTime();
      try (InputStream plain = Files.newInputStream(rows)) {
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn("COPY raw_bill FROM STDIN WITH (FORMAT csv, ENCODING 'GBK')", plain);
      }
      double seconds = (System.nanoTime() - began) / 1e9;
      Files.delete(rows);
      connection.createStatement().execute("DROP TABLE raw_bill");
      return seconds;
    }
  }

  private static double work(String url) throws SQLException {
    try (Books books = new Books(url)) {
      return Double.parseDouble(
          books
              .list("SELECT extract(epoch FROM finished_at - started_at) FROM reconciliation_run")
              .get(0));
    }
  }

  private static String load() throws IOException {
    return Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
  }

  /** Kilobytes. */
  private static long resident(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException ended) {
      return 0;
    }
  }
}
