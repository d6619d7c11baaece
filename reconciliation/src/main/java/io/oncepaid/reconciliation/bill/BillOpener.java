package io.oncepaid.reconciliation.bill;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.InflaterInputStream;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/**
 * Unpacks a bill (zip, gzip, UnionPay's Base64 of a deflated zip, or plain) and finds its format.
 */
public final class BillOpener implements Closeable {
  private static final int HEAD = 4096;

  private final String name;
  private final Deque<Closeable> open = new ArrayDeque<>();
  private BillFile file;
  private BillFormat format;
  private SeekableByteChannel channel;
  private boolean deflated;

  private BillOpener(String name) {
    this.name = name;
  }

  /**
   * Opens a file.
   *
   * @param name the name for messages
   * @param wanted the format that it must have; empty to find it by the content
   * @throws BillError when the format is unknown or the packing is damaged
   */
  public static BillOpener open(Path path, String name, Optional<BillFormat> wanted)
      throws IOException {
    BillOpener opener = new BillOpener(name);
    try {
      opener.unpack(path, wanted);
      return opener;
    } catch (ZipException | java.io.EOFException | IllegalArgumentException e) {
      opener.close();
      throw new BillError(name, 0, "", "the archive is damaged: " + e.getMessage());
    } catch (RuntimeException | IOException e) {
      opener.close();
      throw e;
    }
  }

  public BillFormat format() {
    return format;
  }

  /** How much of the file has been read, from 0 to 1; below 0 when it cannot be told. */
  public double fraction() throws IOException {
    return channel == null || channel.size() == 0
        ? -1
        : (double) channel.position() / channel.size();
  }

  /**
   * Reads the whole bill.
   *
   * @throws BillError also for damage that only the archive's check-sum shows
   */
  public BillSummary read(Expectation expectation, RowSink sink) throws IOException {
    try {
      BillSummary summary = format.read(file, expectation, sink);
      // The check-sum of an archive is compared at its end only.
      if (file.content().read() != -1) {
        throw new BillError(name, 0, "", "something follows the end of the bill");
      }
      return summary;
    } catch (ZipException | java.io.EOFException e) {
      throw new BillError(name, 0, "", "the archive is damaged: " + e.getMessage());
    }
  }

  @Override
  public void close() throws IOException {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }

  private void unpack(Path path, Optional<BillFormat> wanted) throws IOException {
    byte[] magic = head(path, 2);
    if (magic.length == 2 && magic[0] == 'P' && magic[1] == 'K') {
      ZipArchive archive = keep(new ZipArchive(name, path));
      file = new BillFile(archive.detailName(), keep(archive.detail()), archive.summary());
    } else {
      channel = keep(Files.newByteChannel(path));
      InputStream content = new BufferedInputStream(Channels.newInputStream(channel), 1 << 16);
      file = new BillFile(name, unpack(content, magic), null);
    }
    InputStream marked = keep(new BufferedInputStream(file.content(), 1 << 16));
    marked.mark(HEAD);
    byte[] head = marked.readNBytes(HEAD);
    marked.reset();
    file = new BillFile(file.name(), marked, file.summary());
    Optional<BillFormat> found = Formats.detect(head);
    boolean empty = head.length == 0;
    // UnionPay's bill of a day without movements has no bytes: its packing tells whose it is.
    if (empty && (deflated || wanted.map(BillFormat::name).orElse("").equals("unionpay"))) {
      found = Formats.named("unionpay");
    }
    if (found.isEmpty()) {
      throw new BillError(
          name,
          empty ? 0 : 1,
          "",
          (empty ? "the file is empty" : "no format that is known")
              + "; known are "
              + Formats.names());
    }
    if (wanted.isPresent() && wanted.get() != found.get()) {
      throw new BillError(name, 1, "", "is " + found.get().name() + ", not " + wanted.get().name());
    }
    format = found.get();
  }

  private InputStream unpack(InputStream content, byte[] magic) throws IOException {
    if (magic.length == 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b) {
      return keep(new GZIPInputStream(content, 1 << 16));
    }
    // Base64 of a zlib stream begins with eJ or eN; no bill does.
    if (magic.length == 2 && magic[0] == 'e' && (magic[1] == 'J' || magic[1] == 'N')) {
      deflated = true;
      InputStream bytes = new DecodedText(Base64.getMimeDecoder().wrap(content));
      ZipInputStream zip = keep(new ZipInputStream(new InflaterInputStream(bytes), Texts.GBK));
      if (zip.getNextEntry() == null) {
        throw new ZipException("no entry in the archive");
      }
      return zip;
    }
    return content;
  }

  private <T extends Closeable> T keep(T closeable) {
    open.push(closeable);
    return closeable;
  }

  private static byte[] head(Path path, int length) throws IOException {
    try (InputStream content = Files.newInputStream(path)) {
      return content.readNBytes(length);
    }
  }

  /** Tells letters that are no Base64 as damage of the archive. */
  private static final class DecodedText extends FilterInputStream {
    DecodedText(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      try {
        return super.read(bytes, offset, length);
      } catch (IOException e) {
        throw new ZipException(e.getMessage());
      }
    }
  }
}
