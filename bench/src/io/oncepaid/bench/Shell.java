package io.oncepaid.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs the programs of PostgreSQL and reads what they say. */
final class Shell {
  private Shell() {}

  /**
   * Runs a program to its end, with the given text as its input.
   *
   * @return its standard output
   * @throws IllegalStateException with everything it said, when it fails
   */
  static String run(
      Path directory, Map<String, String> environment, String input, List<String> command) {
    try {
      ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
      builder.environment().putAll(environment);
      Path errors = Files.createTempFile("bench", ".err");
      Process process = builder.redirectError(errors.toFile()).start();
      try (OutputStream stdin = process.getOutputStream()) {
        stdin.write(input.getBytes(StandardCharsets.UTF_8));
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      int status = process.waitFor();
      String complaints = Files.readString(errors);
      Files.delete(errors);
      if (status != 0) {
        throw new IllegalStateException(command + " failed:\n" + output + complaints);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
