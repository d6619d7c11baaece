package io.oncepaid.reconciliation.bill;

import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * A zip with a bill. Alipay writes names in GBK without saying so, and the summary may come first:
 * entries are chosen by name.
 */
final class ZipArchive implements Closeable {
  private static final String SUMMARY = "(汇总)";

  private final ZipFile zip;
  private final ZipEntry detail;
  private final ZipEntry summary;
  private final String name;

  ZipArchive(String name, Path path) throws IOException {
    this.name = name;
    zip = new ZipFile(path.toFile(), Texts.GBK);
    List<? extends ZipEntry> entries = zip.stream().filter(e -> !e.isDirectory()).toList();
    summary = entries.stream().filter(ZipArchive::isSummary).findFirst().orElse(null);
    List<? extends ZipEntry> others = entries.stream().filter(e -> !isSummary(e)).toList();
    if (others.size() != 1) {
      zip.close();
      throw new BillError(
          name,
          0,
          "",
          "the archive must hold one bill, it holds "
              + entries.stream().map(ZipEntry::getName).toList());
    }
    detail = others.get(0);
    if (summary == null && detail.getName().contains("明细")) {
      zip.close();
      throw new BillError(name, 0, "", "the archive has no entry " + SUMMARY);
    }
  }

  String detailName() {
    return name + "!" + Cells.printable(detail.getName());
  }

  InputStream detail() throws IOException {
    return checked(detail);
  }

  /** Null when there is none. */
  BillFile.Summary summary() {
    return summary == null ? null : () -> checked(summary);
  }

  @Override
  public void close() throws IOException {
    zip.close();
  }

  private static boolean isSummary(ZipEntry entry) {
    return entry.getName().contains(SUMMARY);
  }

  private InputStream checked(ZipEntry entry) throws IOException {
    return new CheckedEntry(zip.getInputStream(entry), entry);
  }

  /** ZipFile does not compare an entry's check-sum; this does, at the end. */
  private static final class CheckedEntry extends FilterInputStream {
    private final CRC32 sum = new CRC32();
    private final ZipEntry entry;
    private boolean checked;

    CheckedEntry(InputStream in, ZipEntry entry) {
      super(in);
      this.entry = entry;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = super.read(bytes, offset, length);
      if (count > 0) {
        sum.update(bytes, offset, count);
      } else if (count < 0 && !checked) {
        checked = true;
        if (sum.getValue() != entry.getCrc()) {
          throw new ZipException("the check-sum of " + entry.getName() + " is wrong");
        }
      }
      return count;
    }
  }
}
