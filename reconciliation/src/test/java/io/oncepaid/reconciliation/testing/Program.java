package io.oncepaid.reconciliation.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A packaged program as a process of its own; what it says goes into a file. */
public final class Program implements AutoCloseable {
  /** The property that holds the path of this module's jar, and that of the service's. */
  public static final String RECONCILIATION = "oncepaid.packaged";

  public static final String SERVICE = "oncepaid.packaged-service";
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Process process;
  private final Path output;

  private Program(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * Starts a program.
   *
   * @param jar {@link #RECONCILIATION} or {@link #SERVICE}
   * @param folder where it works
   */
  public static Program start(
      String jar, Path folder, Map<String, String> settings, String... arguments)
      throws IOException {
    Path program = jar(jar);
    if (!Files.exists(program)) {
      throw new AssertionError(program + " is not there: ./mvnw package -DskipTests makes it");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1"); // it lives shortly: half the time to start
    settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.addAll(List.of("-jar", program.toString()));
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile(folder, "program", ".log");
    return new Program(
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start(),
        output);
  }

  private static Path jar(String property) {
    String usual = "target/quarkus-app/quarkus-run.jar";
    String otherwise = property.equals(SERVICE) ? "../" + usual : usual;
    return Path.of(System.getProperty(property, otherwise)).toAbsolutePath();
  }

  /** Waits until the program has said something. */
  public void awaitSaying(String words) throws IOException, InterruptedException {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (!output().contains(words)) {
      if (!process.isAlive() || System.nanoTime() > giveUp) {
        throw new AssertionError("did not say «" + words + "» but:\n" + output());
      }
      Thread.sleep(100);
    }
  }

  /** Waits for the program's end; its exit code. */
  public int ended() throws InterruptedException, IOException {
    if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("does not end; it said:\n" + output());
    }
    return process.exitValue();
  }

  /** All that it has said so far. */
  public String output() throws IOException {
    return Files.readString(output);
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
