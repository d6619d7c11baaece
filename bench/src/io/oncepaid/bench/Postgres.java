package io.oncepaid.bench;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A PostgreSQL of this run's own, durable as in production, with one database per contender. */
final class Postgres implements AutoCloseable {
  /** What differs from the server's defaults; fsync, full_page_writes and the rest are left on. */
  static final List<String> SETTINGS =
      List.of(
          "fsync=on",
          "synchronous_commit=on",
          "full_page_writes=on",
          "shared_buffers=256MB",
          "max_connections=300",
          "max_wal_size=4GB",
          "checkpoint_timeout=15min");

  static final String USER = "bench";
  static final String PASSWORD = "not-a-secret";

  private static final Map<String, String> ENVIRONMENT =
      Map.of("PGPASSWORD", PASSWORD, "PGHOST", "127.0.0.1", "PGUSER", USER, "LC_ALL", "C.UTF-8");

  private final Path programs;
  private final Path directory;
  private final String systemUser;
  private final int port;

  /**
   * Starts it in an empty directory.
   *
   * @param programs the directory that holds initdb, pg_ctl, psql and pgbench
   * @param systemUser who runs the server when we are root, which PostgreSQL refuses to run as
   */
  Postgres(Path programs, Path directory, String systemUser) throws IOException {
    this.programs = programs;
    this.directory = directory;
    this.systemUser = systemUser;
    port = freePort();
    Files.createDirectories(directory);
    if (isRoot()) {
      run("", List.of("chown", systemUser, directory.toString()));
    }
    Path password = Files.writeString(directory.resolveSibling("pgpass"), PASSWORD);
    asServer(
        "initdb",
        "-D",
        data(),
        "-U",
        USER,
        "--pwfile=" + password,
        "-A",
        "scram-sha-256",
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
        "--no-sync");
    StringBuilder options = new StringBuilder("-c listen_addresses=127.0.0.1 -p " + port);
    options.append(" -c unix_socket_directories=''");
    SETTINGS.forEach(setting -> options.append(" -c ").append(setting));
    asServer(
        "pg_ctl", "-D", data(), "-w", "-l", data() + "/log", "-o", options.toString(), "start");
    // Also when the run is interrupted.
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  int port() {
    return port;
  }

  /** The process whose children do the work. */
  long pid() throws IOException {
    return Long.parseLong(Files.readAllLines(directory.resolve("data/postmaster.pid")).get(0));
  }

  String jdbcUrl(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  String version() {
    return sql("postgres", "SHOW server_version");
  }

  /** Runs SQL and returns the rows, columns separated by a bar. */
  String sql(String database, String text) {
    return run(
            text,
            List.of(
                program("psql"),
                "-X",
                "-A",
                "-t",
                "-q",
                "-v",
                "ON_ERROR_STOP=1",
                "-p",
                "" + port,
                database))
        .strip();
  }

  long number(String database, String query) {
    return Long.parseLong(sql(database, query));
  }

  /** Runs a file of SQL. */
  void file(String database, Path file) throws IOException {
    sql(database, Files.readString(file));
  }

  /** Write transactions so far: exact at once, where pg_stat_database lags by seconds. */
  long writeTransactions() {
    return number("postgres", "SELECT pg_snapshot_xmax(pg_current_snapshot())");
  }

  /** The path of a client program and how it is run. */
  String pgbench(Path where, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(program("pgbench"), "-p", "" + port));
    command.addAll(arguments);
    return Shell.run(where, ENVIRONMENT, "", command);
  }

  @Override
  public void close() {
    if (Files.exists(directory.resolve("data/postmaster.pid"))) {
      asServer("pg_ctl", "-D", data(), "-m", "fast", "-w", "stop");
    }
  }

  private String data() {
    return directory.resolve("data").toString();
  }

  private String program(String name) {
    return programs.resolve(name).toString();
  }

  private void asServer(String program, String... arguments) {
    List<String> command = new ArrayList<>();
    if (isRoot()) {
      command.addAll(List.of("runuser", "-u", systemUser, "--"));
    }
    command.add(program(program));
    command.addAll(List.of(arguments));
    run("", command);
  }

  private String run(String input, List<String> command) {
    return Shell.run(directory, ENVIRONMENT, input, command);
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }
}
