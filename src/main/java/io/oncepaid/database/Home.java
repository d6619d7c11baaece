package io.oncepaid.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.oncepaid.CannotStart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/**
 * The folder {@code oncepaid.data-dir}, held by one process at a time. Only its owner can read it:
 *
 * <pre>
 * lock               locked while a process runs the server; holds its pid
 * password           of the server's users
 * jdbc-url           how to connect, with user and password; there while the server runs
 * data/              PostgreSQL's own folder
 * postgres.log       what the server says
 * postgresql-18.1.0/ the unpacked server
 * </pre>
 */
final class Home implements AutoCloseable {
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  final Path folder;
  private final FileChannel lock;

  private Home(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /** Makes the folder if it is missing and locks it. The lock ends with the process, however. */
  static Home open(Path dataDir) throws IOException {
    Path folder = dataDir.toAbsolutePath().normalize();
    try {
      Files.createDirectories(folder, OWNER_ONLY_FOLDER);
    } catch (FileAlreadyExistsException e) {
      throw new CannotStart("oncepaid.data-dir: " + folder + " is not a folder; name another one");
    }
    Path file = folder.resolve("lock");
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
            OWNER_ONLY_FILE);
    if (!lock(channel)) {
      String holder = read(channel);
      channel.close();
      throw new CannotStart(
          "oncepaid.data-dir: %s is in use by process %s: stop it, name another folder, or share its"
                  .formatted(folder, holder)
              + " database by setting quarkus.datasource.jdbc.url to what is in its jdbc-url");
    }
    // Through this channel: closing any other one of the file would end the lock.
    channel.truncate(0);
    channel.write(UTF_8.encode(Long.toString(ProcessHandle.current().pid())));
    Scratch.sweep(folder);
    return new Home(folder, channel);
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static String read(FileChannel channel) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(32);
    channel.read(content);
    return UTF_8.decode(content.flip()).toString();
  }

  /** A new file of this process's user, whoever owns what is here already. */
  Path ours() throws IOException {
    return Scratch.file(folder);
  }

  Path data() {
    return folder.resolve("data");
  }

  Path log() {
    return folder.resolve("postgres.log");
  }

  Path passwordFile() {
    return folder.resolve("password");
  }

  /** The password of the server's users, made up when the first server is. */
  String password() throws IOException {
    if (!Files.exists(passwordFile())) {
      if (Files.exists(data())) {
        throw new CannotStart(
            passwordFile() + " is missing, the password of the database beside it: restore it");
      }
      byte[] random = new byte[24];
      new SecureRandom().nextBytes(random);
      write(passwordFile(), Base64.getUrlEncoder().encodeToString(random));
    }
    return Files.readString(passwordFile()).strip();
  }

  void publish(String jdbcUrl) throws IOException {
    write(folder.resolve("jdbc-url"), jdbcUrl + "\n");
  }

  void unpublish() throws IOException {
    Files.deleteIfExists(folder.resolve("jdbc-url"));
  }

  /** Writes the whole file or nothing, readable by its owner only. */
  private void write(Path file, String text) throws IOException {
    Path scratch = Scratch.file(folder);
    try (FileChannel channel = FileChannel.open(scratch, StandardOpenOption.WRITE)) {
      channel.write(UTF_8.encode(text));
      channel.force(true);
    }
    Scratch.rename(scratch, file);
  }

  @Override
  public void close() throws IOException {
    lock.close();
  }
}
