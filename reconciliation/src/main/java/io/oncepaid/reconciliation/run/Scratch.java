package io.oncepaid.reconciliation.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A folder for the time of a run. */
public final class Scratch implements AutoCloseable {
  private final Path folder;

  public Scratch() throws IOException {
    folder = Files.createTempDirectory("reconciliation");
  }

  public Path folder() {
    return folder;
  }

  @Override
  public void close() throws IOException {
    List<Path> files;
    try (Stream<Path> inside = Files.list(folder)) {
      files = inside.toList();
    }
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
    Files.deleteIfExists(folder);
  }
}
