package io.oncepaid.database;

import io.oncepaid.CannotStart;
import io.oncepaid.database.Programs.Finished;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;

/**
 * PostgreSQL's own folder of data. It is made under a scratch name and gets its own when it is
 * complete; after that nothing here ever deletes or replaces it.
 */
final class Cluster {
  private Cluster() {}

  /**
   * Refuses a data folder that this server cannot run on; one that is missing or empty is fine.
   *
   * @param ours any file of this process's user
   */
  static void check(Path data, Path ours) throws IOException {
    if (Files.exists(data)) {
      checkOwner(data, ours);
      if (!isEmpty(data)) {
        checkContent(data);
      }
    }
  }

  /** Makes the data folder if it is missing or empty. */
  static void complete(Home home, Programs programs) throws IOException {
    if (!Files.exists(home.data()) || isEmpty(home.data())) {
      initialize(home, programs);
    }
    // PostgreSQL refuses a folder that others can read, for example after a copy.
    Files.setPosixFilePermissions(home.data(), PosixFilePermissions.fromString("rwx------"));
  }

  private static boolean isEmpty(Path data) throws IOException {
    try (Stream<Path> content = Files.list(data)) {
      return content.findAny().isEmpty();
    }
  }

  private static void initialize(Home home, Programs programs) throws IOException {
    Path scratch = Scratch.folder(home.folder);
    Finished initdb =
        programs.run(
            "initdb",
            "--pgdata=" + scratch,
            "--username=postgres",
            "--pwfile=" + home.passwordFile(),
            "--auth=scram-sha-256",
            "--encoding=UTF8",
            "--locale=C",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8");
    if (initdb.failed()) {
      throw new CannotStart(
          "the embedded PostgreSQL could not make its data in "
              + home.folder
              + " ("
              + initdb.line()
              + "): mend that, or name another folder by oncepaid.data-dir");
    }
    Scratch.rename(scratch, home.data());
  }

  private static void checkContent(Path data) throws IOException {
    Path version = data.resolve("PG_VERSION");
    if (!Files.exists(version) || !Files.exists(data.resolve("global/pg_control"))) {
      throw new CannotStart(
          data
              + " is not a complete PostgreSQL data folder and was left as it is: restore it from a"
              + " backup, or move it away to start with an empty database");
    }
    String major = Files.readString(version).strip();
    if (!major.equals(ServerFiles.MAJOR)) {
      throw new CannotStart(
          "%s holds data of PostgreSQL %s and this oncepaid brings %s: move it by pg_upgrade or"
                  .formatted(data, major, ServerFiles.VERSION)
              + " pg_dump, or name another folder by oncepaid.data-dir");
    }
  }

  private static void checkOwner(Path data, Path ours) throws IOException {
    if (!Files.getOwner(data).equals(Files.getOwner(ours))) {
      throw new CannotStart(
          "%s belongs to %s and this process runs as %s: run as its owner, or chown it"
              .formatted(data, Files.getOwner(data), Files.getOwner(ours)));
    }
  }
}
