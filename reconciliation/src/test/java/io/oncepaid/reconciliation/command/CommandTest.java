package io.oncepaid.reconciliation.command;

import io.oncepaid.reconciliation.ReconciliationCommand;
import io.oncepaid.reconciliation.testing.AlipayBill;
import io.oncepaid.reconciliation.testing.Books;
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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Commands as they are typed, on empty books before each test. */
abstract class CommandTest {
  static final LocalDate DATE = LocalDate.of(2026, 3, 9);
  static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

  @Inject CommandLine.IFactory factory;

  @ConfigProperty(name = "quarkus.datasource.jdbc.url")
  String url;

  @TempDir Path folder;

  final StringWriter out = new StringWriter();
  Books books;

  @BeforeEach
  void emptyBooks() throws SQLException {
    books = new Books(url).empty();
  }

  @AfterEach
  void closeBooks() throws SQLException {
    books.close();
  }

  interface Rows {
    void into(AlipayBill bill) throws IOException;
  }

  Path bill(LocalDate date, Rows rows) throws IOException {
    Path file = Files.createTempDirectory(folder, "b").resolve("bill.csv");
    try (AlipayBill bill = new AlipayBill(file, date)) {
      rows.into(bill);
    }
    return file;
  }

  /** Runs the account alipay-1 with more options. */
  int runOf(LocalDate date, Path bill, Object... more) {
    List<Object> arguments =
        new ArrayList<>(List.of("run", "--account", "alipay-1", "--date", date, "--bill", bill));
    arguments.addAll(List.of(more));
    return run(arguments.toArray());
  }

  int run(Object... arguments) {
    PrintWriter writer = new PrintWriter(out, true);
    String[] texts = Arrays.stream(arguments).map(Object::toString).toArray(String[]::new);
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
  List<String> outcomes() throws SQLException {
    return books.list(
        "SELECT outcome || ' ' || transaction_id FROM reconciliation_finding WHERE run_id ="
            + " (SELECT max(id) FROM reconciliation_run) ORDER BY 1");
  }

  void sale(int i, long amount, LocalDateTime time) {
    sale("alipay-1", i, amount, time);
  }

  void sale(String account, int i, long amount, LocalDateTime time) {
    books.payment("ORD" + i, amount, "PAID", account, "T" + i);
    books.pay(account, "ORD" + i, "T" + i, amount, at(time));
  }

  static LocalDateTime noon() {
    return DATE.atTime(12, 0);
  }

  static Instant at(LocalDateTime time) {
    return time.atZone(ZONE).toInstant();
  }
}
