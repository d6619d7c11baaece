package io.oncepaid.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The textbook transaction one by one, as fast as PostgreSQL itself can: no HTTP, no signature. */
final class Pgbench {
  private static final String EVENT =
      "{\"id\":\"00000000-0000-0000-0000-000000000000\",\"type\":\"payment.paid\","
          + "\"created_at\":\"2026-03-09T02:00:00.000000Z\",\"data\":{\"merchant\":\"bench\","
          + "\"out_trade_no\":\"B10000000\",\"status\":\"PAID\",\"amount\":100,"
          + "\"currency\":\"CNY\",\"refunded_amount\":0,\"account\":\"alipay-bench\","
          + "\"transaction_id\":\"2026030922001410000000\","
          + "\"occurred_at\":\"2026-03-09T02:00:00Z\"}}";

  private final Postgres postgres;
  private final String database;
  private final Path script;
  private final Path logs;
  private final String evidence;

  /**
   * @param logs a directory for pgbench's log of each transaction
   * @param evidence bytes as they are kept with each callback
   */
  Pgbench(Postgres postgres, String database, Path script, Path logs, byte[] evidence)
      throws IOException {
    this.postgres = postgres;
    this.database = database;
    this.script = script.toAbsolutePath();
    this.logs = Files.createDirectories(logs);
    this.evidence = HexFormat.of().formatHex(evidence);
  }

  /** Runs for some seconds; payments from {@code first} on are paid. */
  Tally run(int clients, int seconds, int first) throws IOException {
    deleteLogs();
    postgres.pgbench(
        logs,
        List.of(
            "-n",
            "-M",
            "prepared",
            "-f",
            script.toString(),
            "-c",
            "" + clients,
            "-j",
            "" + Math.min(2, clients),
            "-T",
            "" + seconds,
            "-l",
            "-D",
            "first=" + (Message.FIRST_NUMBER + first),
            "-D",
            "clients=" + clients,
            "-D",
            "done=0",
            "-D",
            "event=" + EVENT,
            "-D",
            "evidence=" + evidence,
            database));
    List<Long> micros = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(logs)) {
      for (Path file : files) {
        for (String line : Files.readAllLines(file)) {
          micros.add(Long.parseLong(line.split(" ")[2]));
        }
      }
    }
    Tally tally = new Tally(micros.size());
    micros.forEach(taken -> tally.add(200, true, taken * 1_000));
    tally.took(seconds * 1_000_000_000L);
    return tally;
  }

  private void deleteLogs() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(logs)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }
}
