package io.oncepaid.bench;

import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** One database for each contender, all with the product's schema and the same payments. */
final class Databases {
  static final String PGBENCH = "bench_pgbench";
  static final String PLAIN_JPA = "bench_plain_jpa";
  static final String SERVICE = "bench_service";
  static final String ROLE = "oncepaid";

  private final Postgres postgres;

  /** Creates them empty, owned by a role with the limits that the service asks for. */
  Databases(Postgres postgres) {
    this.postgres = postgres;
    postgres.sql(
        "postgres",
        """
        CREATE ROLE %1$s LOGIN PASSWORD '%2$s';
        ALTER ROLE %1$s SET lock_timeout = '300ms';
        ALTER ROLE %1$s SET statement_timeout = '1500ms';
        ALTER ROLE %1$s SET idle_in_transaction_session_timeout = '5s';
        """
            .formatted(ROLE, Postgres.PASSWORD));
    for (String database : List.of(PGBENCH, PLAIN_JPA, SERVICE)) {
      postgres.sql("postgres", "CREATE DATABASE " + database + " OWNER " + ROLE);
    }
  }

  /** Lays out the product's schema where the service does not do it itself. */
  void migrate(Path migrations) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(migrations, "V*.sql")) {
      found.forEach(files::add);
    }
    files.sort(Comparator.comparing(Databases::version));
    for (String database : List.of(PGBENCH, PLAIN_JPA)) {
      for (Path file : files) {
        postgres.sql(database, "SET ROLE " + ROLE + ";\n" + Files.readString(file));
      }
    }
  }

  /**
   * Registers the payments 0 to {@code payments - 1} in all of them. Nothing is analysed: a
   * database full of new payments is what the service meets on its first day.
   */
  void register(int payments) {
    for (String database : List.of(PGBENCH, PLAIN_JPA, SERVICE)) {
      postgres.sql(
          database,
          """
          INSERT INTO payment (merchant, out_trade_no, amount, currency)
          SELECT '%s', 'B' || %d + i, 100 + i %% 9900, 'CNY' FROM generate_series(0, %d) i
          """
              .formatted(Message.MERCHANT, Message.FIRST_NUMBER, payments - 1));
    }
  }

  /**
   * Money is counted after the run: as many payments paid as were acknowledged, one flow, one event
   * and one key for each, nothing else.
   *
   * @throws IllegalStateException naming what does not fit
   */
  void check(String database, long acknowledged) {
    expect(database, acknowledged, "payment WHERE status = 'PAID'");
    expect(database, acknowledged, "payment_flow");
    expect(
        database,
        acknowledged,
        """
        payment p JOIN payment_flow f USING (merchant, out_trade_no, account, transaction_id)
        WHERE p.status = 'PAID' AND f.kind = 'PAY'""");
    expect(database, acknowledged, "outbox_event WHERE type = 'payment.paid'");
    expect(database, acknowledged, "(SELECT DISTINCT out_trade_no FROM outbox_event) e");
    expect(database, acknowledged, "idempotency_record WHERE status = 'SUCCESS'");
    expect(database, acknowledged, "payment_history WHERE to_status = 'PAID'");
    expect(database, 0, "payment_case");
  }

  private void expect(String database, long count, String what) {
    long found = postgres.number(database, "SELECT count(*) FROM " + what);
    if (found != count) {
      throw new IllegalStateException(
          "%s: %,d acknowledged, but %,d rows in %s".formatted(database, count, found, what));
    }
  }

  /** Of V7_1__what_it_does.sql it is 7.1, which comes after 7 and before 10. */
  private static Version version(Path file) {
    String name = file.getFileName().toString();
    return Version.parse(name.substring(1, name.indexOf("__")).replace('_', '.'));
  }
}
