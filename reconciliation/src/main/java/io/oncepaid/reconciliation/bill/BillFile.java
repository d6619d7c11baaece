package io.oncepaid.reconciliation.bill;

import java.io.IOException;
import java.io.InputStream;

/**
 * The plain content of a bill, out of whatever it was packed in.
 *
 * @param name for messages
 * @param content the bill's bytes; closed by whoever opened the file
 * @param summary the separate summary of an archive, null when there is none
 */
public record BillFile(String name, InputStream content, Summary summary) {

  /** Opens the summary entry of an archive. */
  @FunctionalInterface
  public interface Summary {
    InputStream open() throws IOException;
  }
}
