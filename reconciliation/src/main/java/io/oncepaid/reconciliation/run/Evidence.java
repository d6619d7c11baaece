package io.oncepaid.reconciliation.run;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The original bills as they came, kept compressed under the hash of their bytes: {@code
 * <sha256>.gz}, or as they are when they came compressed.
 */
public final class Evidence {
  private final Path folder;

  public Evidence(Path folder) {
    this.folder = folder;
  }

  /** Keeps a file; its SHA-256 in hexadecimal. */
  public String keep(Path original) throws IOException {
    Files.createDirectories(folder);
    MessageDigest hash = sha256();
    Path draft = Files.createTempFile(folder, "incoming", ".part");
    try {
      boolean packed = isPacked(original);
      try (OutputStream file = Files.newOutputStream(draft);
          OutputStream sink = packed ? file : new FastGzip(file);
          DigestOutputStream digest = new DigestOutputStream(sink, hash)) {
        Files.copy(original, digest);
      }
      String name = HexFormat.of().formatHex(hash.digest());
      Path kept = folder.resolve(name + (packed ? ".raw" : ".gz"));
      Files.move(draft, kept, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      return name;
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  /** The hash without keeping the file. */
  public static String hash(Path original) throws IOException {
    MessageDigest hash = sha256();
    try (DigestOutputStream digest =
        new DigestOutputStream(OutputStream.nullOutputStream(), hash)) {
      Files.copy(original, digest);
    }
    return HexFormat.of().formatHex(hash.digest());
  }

  /**
   * Writes the kept bytes of a hash into a file.
   *
   * @throws IOException when they are not there or are no longer what they were
   */
  public void restore(String sha256, Path target) throws IOException {
    Path raw = folder.resolve(sha256 + ".raw");
    boolean packed = Files.exists(raw);
    Path kept = packed ? raw : folder.resolve(sha256 + ".gz");
    try (InputStream file = Files.newInputStream(kept);
        InputStream content = packed ? file : new GZIPInputStream(file, 1 << 16)) {
      Files.copy(content, target, StandardCopyOption.REPLACE_EXISTING);
    }
    if (!hash(target).equals(sha256)) {
      throw new IOException("the evidence " + kept + " is not what it was");
    }
  }

  private static boolean isPacked(Path file) throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      byte[] head = content.readNBytes(2);
      return head.length == 2
          && (head[0] == 'P' && head[1] == 'K'
              || (head[0] & 0xff) == 0x1f && (head[1] & 0xff) == 0x8b);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The fastest level: bills compress well anyway, and the run waits for it. */
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, 1 << 16);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }
}
