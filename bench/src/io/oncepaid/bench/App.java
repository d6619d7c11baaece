package io.oncepaid.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** A packaged Quarkus application as a process of its own. */
final class App implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final long START_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Process process;
  private final int port;
  private final int managementPort;
  private final boolean hasManagement;
  private final double startSeconds;

  /**
   * Starts it and waits until it is ready.
   *
   * @param jar its quarkus-run.jar
   * @param options of the JVM
   * @param hasManagement whether it has a management port that tells its readiness; without, it is
   *     ready when it accepts connections
   * @param directory where it runs; receives its log and its configuration
   */
  App(
      Path jar,
      List<String> options,
      Properties configuration,
      boolean hasManagement,
      Path directory)
      throws IOException {
    this.hasManagement = hasManagement;
    port = Postgres.freePort();
    managementPort = Postgres.freePort();
    Files.createDirectories(directory);
    configuration.setProperty("quarkus.http.host", "127.0.0.1");
    configuration.setProperty("quarkus.http.port", "" + port);
    configuration.setProperty("quarkus.management.host", "127.0.0.1");
    configuration.setProperty("quarkus.management.port", "" + managementPort);
    Path file = directory.resolve("bench.properties").toAbsolutePath();
    try (var out = Files.newBufferedWriter(file)) {
      configuration.store(out, null);
    }
    List<String> command = new ArrayList<>(List.of(javaProgram()));
    command.addAll(options);
    command.addAll(List.of("-jar", jar.toAbsolutePath().toString()));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("log").toFile());
    builder.environment().put("QUARKUS_CONFIG_LOCATIONS", file.toUri().toString());
    long started = System.nanoTime();
    process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    while (!isReady()) {
      if (!process.isAlive() || System.nanoTime() - started > START_LIMIT_NANOS) {
        process.destroyForcibly();
        throw new IllegalStateException(
            jar + " did not start:\n" + Files.readString(directory.resolve("log")));
      }
      pause(5);
    }
    startSeconds = (System.nanoTime() - started) / 1e9;
  }

  boolean hasManagement() {
    return hasManagement;
  }

  int port() {
    return port;
  }

  long pid() {
    return process.pid();
  }

  /** From the start of the process to the first answer "ready". */
  double startSeconds() {
    return startSeconds;
  }

  /** Resident memory now, in MB. */
  long residentMegabytes() {
    return statusLine("VmRSS:") / 1024;
  }

  /** The most resident memory there ever was, in MB. */
  long peakMegabytes() {
    return statusLine("VmHWM:") / 1024;
  }

  /** The sum over all series of a metric; 0 while there is none. */
  double metric(String name) {
    double sum = 0;
    for (String line : get("/q/metrics").split("\n")) {
      if (line.startsWith(name) && " {".indexOf(line.charAt(name.length())) >= 0) {
        sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
      }
    }
    return sum;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(15, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
    }
  }

  private boolean isReady() {
    if (!accepts(port)) {
      return false;
    }
    return !hasManagement
        || accepts(managementPort) && get("/q/health/ready").contains("\"status\": \"UP\"");
  }

  private static boolean accepts(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), 100);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private String get(String path) {
    try {
      return HTTP.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + managementPort + path))
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private long statusLine(String name) {
    try {
      return Files.readAllLines(Path.of("/proc/" + pid() + "/status")).stream()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String javaProgram() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  static void pause(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
