package io.oncepaid.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a phase costs besides time. Processor time hardly depends on what else the machine does, so
 * it is the figure to compare on a busy one.
 */
final class Meter {
  private static final String GROUP_SIZE = "oncepaid_settlement_group_size";
  private static final double TICKS_PER_SECOND = 100;

  /**
   * A reading; the difference of two is what happened between them.
   *
   * @param commits write transactions
   * @param groups settlement groups; 0 for whoever has none
   * @param grouped notices in those groups
   * @param appSeconds of a processor, in the application
   * @param databaseSeconds of a processor, in all processes of PostgreSQL
   * @param driverSeconds of a processor, in this process and in pgbench
   */
  record Reading(
      long commits,
      double groups,
      double grouped,
      double appSeconds,
      double databaseSeconds,
      double driverSeconds) {

    Reading since(Reading before) {
      return new Reading(
          commits - before.commits,
          groups - before.groups,
          grouped - before.grouped,
          appSeconds - before.appSeconds,
          databaseSeconds - before.databaseSeconds,
          driverSeconds - before.driverSeconds);
    }
  }

  /** A load whose cost is wanted. */
  @FunctionalInterface
  interface Work {
    Tally run() throws IOException;
  }

  private final Postgres postgres;
  private final App app;

  /**
   * @param app null where there is none
   */
  Meter(Postgres postgres, App app) {
    this.postgres = postgres;
    this.app = app;
  }

  /** Runs the work between two readings. */
  Results.Phase measure(Work work) throws IOException {
    Reading before = read();
    Tally tally = work.run();
    return new Results.Phase(tally, read().since(before));
  }

  private Reading read() throws IOException {
    boolean groups = app != null && app.hasManagement();
    return new Reading(
        postgres.writeTransactions(),
        groups ? app.metric(GROUP_SIZE + "_count") : 0,
        groups ? app.metric(GROUP_SIZE + "_sum") : 0,
        app == null ? 0 : ticks(app.pid()) / TICKS_PER_SECOND,
        databaseTicks() / TICKS_PER_SECOND,
        ticks(ProcessHandle.current().pid()) / TICKS_PER_SECOND);
  }

  private double databaseTicks() throws IOException {
    long postmaster = postgres.pid();
    double ticks = ticks(postmaster);
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (Path process : processes) {
        long pid = Long.parseLong(process.getFileName().toString());
        String[] fields = stat(pid);
        if (fields.length > 1 && Long.parseLong(fields[1]) == postmaster) {
          ticks += ticks(pid);
        }
      }
    }
    return ticks;
  }

  /** User and system time of a process and of its children that have ended. */
  private static double ticks(long pid) {
    String[] fields = stat(pid);
    double ticks = 0;
    for (int i = 11; i <= 14 && i < fields.length; i++) {
      ticks += Long.parseLong(fields[i]);
    }
    return ticks;
  }

  /** What /proc says of a process from its state on; nothing when it has ended. */
  private static String[] stat(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    } catch (IOException ended) {
      return new String[0];
    }
  }
}
