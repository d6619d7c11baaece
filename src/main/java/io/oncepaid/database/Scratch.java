package io.oncepaid.database;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * What is not complete yet: it is made under a scratch name and renamed when it is. So a process
 * that was killed leaves scratch behind and never half of anything else.
 */
final class Scratch {
  private static final Logger LOG = Logger.getLogger(Scratch.class);
  private static final String PREFIX = "scratch-";

  private Scratch() {}

  static Path folder(Path home) throws IOException {
    return Files.createTempDirectory(home, PREFIX);
  }

  static Path file(Path home) throws IOException {
    return Files.createTempFile(home, PREFIX, "");
  }

  /** Gives it its name, also should the machine stop right after. */
  static void rename(Path scratch, Path target) throws IOException {
    Files.move(
        scratch, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel folder = FileChannel.open(target.getParent(), StandardOpenOption.READ)) {
      folder.force(true);
    }
  }

  /** Deletes what killed processes left; no server ever ran on any of it. */
  static void sweep(Path home) throws IOException {
    List<Path> left;
    try (Stream<Path> content = Files.list(home)) {
      left = content.filter(path -> path.getFileName().toString().startsWith(PREFIX)).toList();
    }
    for (Path scratch : left) {
      try {
        delete(scratch);
      } catch (IOException e) {
        // A program that outlived its process may still be writing there: the next start gets it.
        LOG.warnf("%s is left over and could not be deleted: %s", scratch, e);
      }
    }
  }

  private static void delete(Path scratch) throws IOException {
    List<Path> innermostFirst;
    try (Stream<Path> all = Files.walk(scratch)) {
      innermostFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : innermostFirst) {
      Files.delete(path);
    }
  }
}
