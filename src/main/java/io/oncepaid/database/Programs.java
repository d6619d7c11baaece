package io.oncepaid.database;

import io.oncepaid.CannotStart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the programs of the unpacked PostgreSQL. */
final class Programs {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private final Path bin;
  private final List<String> prefix;

  private Programs(Path bin, List<String> prefix) {
    this.bin = bin;
    this.prefix = prefix;
  }

  /**
   * PostgreSQL refuses to run as root. In a user namespace of its own it does not see that it is
   * root, and its files still belong to root.
   *
   * @param ours any file of this process's user
   */
  static Programs of(Path bin, Path ours) throws IOException {
    boolean root = Files.getAttribute(ours, "unix:uid").equals(0);
    return new Programs(bin, root ? List.of("unshare", "-U") : List.of());
  }

  /** What a program that ended left behind. */
  record Finished(int code, String output) {
    boolean failed() {
      return code != 0;
    }

    /** The output as one line. */
    String line() {
      return output.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
  }

  Finished run(String program, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(bin.resolve(program).toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    process.getOutputStream().close();
    try {
      if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new CannotStart(command + " did not end within " + LIMIT.toMinutes() + " minutes");
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new CannotStart("interrupted while " + command + " ran");
    }
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (output.startsWith("unshare:")) {
      throw new CannotStart(
          "the embedded PostgreSQL cannot run as root here ("
              + output.strip()
              + "): run as another user, or set quarkus.datasource.jdbc.url");
    }
    return new Finished(process.exitValue(), output);
  }
}
