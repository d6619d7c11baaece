package io.oncepaid.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.DeflaterOutputStream;

/**
 * The benchmark, from an empty database to the report. The contenders take their turns in rounds on
 * one PostgreSQL, so that whatever else the machine does falls on all of them.
 */
public final class Bench {
  /** PostgreSQL's own count of statements lags by up to ten seconds. */
  private static final long STATISTICS_LAG_MILLIS = 11_000;

  private final Plan plan;
  private final Postgres postgres;
  private final Callbacks callbacks;
  private final Results results = new Results();
  private int pgbenchRuns;
  private long pgbenchPaid;

  private Bench(Plan plan, Postgres postgres, Callbacks callbacks) {
    this.plan = plan;
    this.postgres = postgres;
    this.callbacks = callbacks;
  }

  public static void main(String[] arguments) throws Exception {
    Plan plan = Plan.of(arguments);
    Callbacks callbacks = new Callbacks(plan.work().resolve("callbacks"));
    callbacks.prepare(plan.callbacks());
    Path directory = plan.work().resolve("run/postgres");
    try (Postgres postgres = new Postgres(plan.pgPrograms(), directory, plan.systemUser())) {
      Bench bench = new Bench(plan, postgres, callbacks);
      bench.run();
      Report.write(bench.results, plan, postgres.version());
    }
  }

  private void run() throws IOException {
    results.fact("load average before the run", Files.readString(Path.of("/proc/loadavg")).strip());
    Databases databases = new Databases(postgres);
    databases.migrate(plan.root().resolve("src/main/resources/db/migration"));
    Pgbench pgbench =
        new Pgbench(
            postgres,
            Databases.PGBENCH,
            plan.root().resolve("bench/textbook.sql"),
            plan.work().resolve("run/pgbench"),
            deflated(callbacks.body()));
    try (Service service = new Service(plan, postgres, callbacks);
        PlainJpa jpa = new PlainJpa(plan, postgres, callbacks)) {
      start(service);
      databases.register(plan.payments());
      rest(service);
      jpa.warmUp();
      service.warmUp();
      for (int round = 0; round < plan.rounds(); round++) {
        Report.progress("round %d of %d", round + 1, plan.rounds());
        checkpoint();
        textbook(pgbench);
        checkpoint();
        jpa.turn(results);
        checkpoint();
        service.turn(results);
      }
      halfRate(service);
      memoryUnderLoad(service);
      databases.check(Databases.PGBENCH, pgbenchPaid);
      databases.check(Databases.PLAIN_JPA, jpa.acknowledged());
      databases.check(Databases.SERVICE, service.acknowledged());
      flood(service);
      databases.check(Databases.SERVICE, service.acknowledged());
      results.fact("money", "every acknowledged callback is booked once, nothing else is");
    }
  }

  private static byte[] deflated(byte[] body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(bytes)) {
      deflater.write(body);
    }
    return bytes.toByteArray();
  }

  private void start(Service service) throws IOException {
    results.fact(
        "start on an empty database", "%.2f s".formatted(service.start(true).startSeconds()));
    double[] seconds = new double[Plan.STARTS];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = service.start(true).startSeconds();
    }
    results.fact("start to ready", "%.2f s (bar 4)".formatted(Results.median(seconds)));
  }

  private void rest(Service service) {
    App.pause(5_000);
    results.fact(
        "resident memory at rest, before any load",
        "%d MB (bar 400)".formatted(service.app().residentMegabytes()));
  }

  private void textbook(Pgbench pgbench) throws IOException {
    for (int clients : Plan.PGBENCH_CLIENTS) {
      int first = pgbenchRuns++ * Plan.PGBENCH_RESERVED;
      Results.Phase phase =
          new Meter(postgres, null)
              .measure(() -> pgbench.run(clients, Plan.PGBENCH_SECONDS, first));
      pgbenchPaid += phase.tally().count();
      results.add(Results.PGBENCH, clients, phase);
    }
  }

  /** Nobody writes out another's pages in his own turn. */
  private void checkpoint() {
    postgres.sql("postgres", "CHECKPOINT");
  }

  private void halfRate(Service service) throws IOException {
    double rate = results.best(Results.NEW) / 2;
    Tally tally = service.atRate(rate);
    results.fact(
        "new callbacks at half the maximum rate",
        "%,.0f/s asked, %,.0f/s done, p50 %.2f ms, p99 %.2f ms (bar 50), p99.9 %.2f ms"
            .formatted(
                rate,
                tally.perSecond(),
                tally.millisAt(0.5),
                tally.millisAt(0.99),
                tally.millisAt(0.999)));
  }

  private void memoryUnderLoad(Service service) {
    results.fact(
        "resident memory, most under load", "%d MB".formatted(service.app().peakMegabytes()));
    App.pause(5_000);
    results.fact(
        "resident memory at rest, after all load",
        "%d MB (bar 400)".formatted(service.app().residentMegabytes()));
  }

  /** Forged callbacks with everything else quiet: what the database sees of them. */
  private void flood(Service service) throws IOException {
    service.start(false);
    service.refuse(new Plan.Load(64, 5_000));
    postgres.sql("postgres", "ALTER SYSTEM SET autovacuum = off");
    postgres.sql("postgres", "SELECT pg_reload_conf()");
    App.pause(STATISTICS_LAG_MILLIS);
    String before = databaseActivity();
    Results.Phase phase = service.refuse(new Plan.Load(256, Plan.FORGED_PAYMENTS));
    App.pause(STATISTICS_LAG_MILLIS);
    String after = databaseActivity();
    results.fact(
        "statements caused by %,d forged callbacks".formatted(phase.tally().count()),
        before.equals(after) ? "none" : "before %s, after %s".formatted(before, after));
  }

  private String databaseActivity() {
    return postgres.sql(
        "postgres",
        """
        SELECT xact_commit + xact_rollback,
            (SELECT max(query_start) FROM pg_stat_activity a WHERE a.datname = d.datname)
        FROM pg_stat_database d WHERE datname = '%s'
        """
            .formatted(Databases.SERVICE));
  }
}
