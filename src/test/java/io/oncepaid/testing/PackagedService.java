package io.oncepaid.testing;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The packaged service as a process of its own, on free ports, in the production profile. For tests
 * that run after packaging: their names end in IT.
 */
public final class PackagedService implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Pattern ADDRESSES =
      Pattern.compile(
          "Listening on: (http://\\S+?)\\. Management interface .*? on (http://[^.\\s]+(?:\\.\\d+)*:\\d+)");

  private final Process process;
  private final Path output;

  private PackagedService(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /** How a process ended and everything that it said. */
  public record Ended(int code, String output) {
    /** What it said, without empty lines. */
    public List<String> lines() {
      return output.lines().filter(line -> !line.isBlank()).toList();
    }
  }

  /** Starts the service and waits until it listens. */
  public static PackagedService start(Map<String, String> settings) {
    PackagedService service = launch(settings);
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (!service.addresses().find()) {
      if (!service.process.isAlive() || System.nanoTime() > giveUp) {
        String said = service.output();
        service.close();
        throw new AssertionError("the service does not listen; it said:\n" + said);
      }
      pause();
    }
    return service;
  }

  /** Starts the service, or a command of it, without waiting. */
  public static PackagedService launch(Map<String, String> settings, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1"); // it lives shortly: half the time to start
    command.add("-Dquarkus.http.port=0");
    command.add("-Dquarkus.management.port=0");
    command.add("-Dquarkus.log.console.json.enabled=false");
    settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.add("-jar");
    command.add(System.getProperty("oncepaid.packaged"));
    command.addAll(List.of(arguments));
    try {
      Path output = Files.createTempFile("packaged-service-", ".log");
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      return new PackagedService(builder.redirectOutput(output.toFile()).start(), output);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Runs the service, or a command of it, to its end. */
  public static Ended run(Map<String, String> settings, String... arguments) {
    try (PackagedService service = launch(settings, arguments)) {
      return service.ended();
    }
  }

  /** Where it answers, such as {@code http://127.0.0.1:38051}. */
  public URI url() {
    return address(1);
  }

  /** Where health, metrics and OpenAPI answer. */
  public URI management() {
    return address(2);
  }

  public Process process() {
    return process;
  }

  /** All that it has said so far. */
  public String output() {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** SIGTERM. */
  public Ended stop() {
    process.destroy();
    return ended();
  }

  /** SIGKILL. */
  public Ended kill() {
    process.destroyForcibly();
    return ended();
  }

  private Ended ended() {
    try {
      if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new AssertionError("the service does not end; it said:\n" + output());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
    return new Ended(process.exitValue(), output());
  }

  private URI address(int group) {
    Matcher addresses = addresses();
    if (!addresses.find()) {
      throw new AssertionError("the service does not listen");
    }
    return URI.create(addresses.group(group).replace("//0.0.0.0:", "//127.0.0.1:"));
  }

  private Matcher addresses() {
    return ADDRESSES.matcher(output());
  }

  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** Kills the process if it still runs and deletes what it said. */
  @Override
  public void close() {
    kill();
    try {
      Files.deleteIfExists(output);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
