package io.oncepaid.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL of one test's own, to be stopped, frozen and started again; it ends with the JVM at
 * the latest.
 *
 * @param data its directory, by which it is told what to do
 */
public record OwnPostgres(Path data, int port) implements AutoCloseable {
  private static final Map<Path, EmbeddedPostgres> STARTED = new ConcurrentHashMap<>();

  public static OwnPostgres start() {
    try {
      Path data = Files.createTempDirectory("oncepaid-postgres-");
      int port = freePort();
      EmbeddedPostgres.Builder builder =
          EmbeddedPostgres.builder()
              .setDataDirectory(data)
              .setPort(port)
              .setServerConfig("max_connections", "200")
              .setServerConfig("fsync", "on")
              .setServerConfig("synchronous_commit", "on")
              .setServerConfig("full_page_writes", "on")
              .setServerConfig("autovacuum", "off")
              .setServerConfig("logging_collector", "on")
              .setServerConfig("log_directory", "log")
              .setServerConfig("log_filename", "server.log");
      STARTED.put(data, builder.start());
      return new OwnPostgres(data, port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A port that nobody has now. */
  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** A way to the database past pools and proxies. */
  public DataSource database() {
    return database("postgres");
  }

  public DataSource database(String name) {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setURL(jdbcUrl(name));
    database.setUser("postgres");
    return database;
  }

  /** A service's settings for this database. */
  public Map<String, String> settings() {
    return Map.of(
        "quarkus.datasource.jdbc.url", jdbcUrl("postgres"),
        "quarkus.datasource.username", "postgres",
        "quarkus.datasource.password", "postgres");
  }

  private String jdbcUrl(String name) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + name;
  }

  /** All that the server complained about. */
  public String log() throws IOException {
    return Files.readString(data.resolve("log/server.log"));
  }

  /** The server is gone at once, without a checkpoint: what is not committed is lost. */
  public void stopAtOnce() throws IOException {
    pgCtl("-m", "immediate", "-w", "stop");
  }

  public void startAgain() throws IOException {
    String options = Files.readString(data.resolve("postmaster.opts"));
    String arguments = options.substring(options.indexOf("\"-p\"")).strip();
    pgCtl(
        "-w", "-t", "60", "-l", data.resolve("log/start.log").toString(), "-o", arguments, "start");
  }

  /** The server still has its connections and answers nothing: a stalled disk or network. */
  public void freeze() throws IOException {
    signal("STOP");
  }

  public void thaw() throws IOException {
    signal("CONT");
  }

  private void signal(String name) throws IOException {
    long postmaster = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
    ProcessHandle process = ProcessHandle.of(postmaster).orElseThrow();
    List<String> command = new ArrayList<>(List.of("kill", "-" + name));
    Stream.concat(Stream.of(process), process.descendants())
        .forEach(one -> command.add(Long.toString(one.pid())));
    run(command);
  }

  private void pgCtl(String... arguments) throws IOException {
    String options = Files.readString(data.resolve("postmaster.opts"));
    Path programs = Path.of(options.substring(0, options.indexOf(' '))).getParent();
    List<String> command = new ArrayList<>();
    if ("root".equals(System.getProperty("user.name"))) {
      command.addAll(List.of("unshare", "-U")); // PostgreSQL refuses to run as root
    }
    command.add(programs.resolve("pg_ctl").toString());
    command.addAll(List.of("-D", data.toString()));
    command.addAll(List.of(arguments));
    run(command);
  }

  private static void run(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      if (process.waitFor() != 0) {
        throw new IOException("failed: " + command);
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Stops it for good and deletes its data; only where it was started. */
  @Override
  public void close() throws IOException {
    STARTED.remove(data).close();
  }
}
