package io.oncepaid.reconciliation.download;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;

/** Where an account's bills come from. */
public interface BillSource {
  /**
   * Fetches the bill of a day.
   *
   * @param folder for the file; the caller deletes it
   * @throws NotReadyYet when it will be there later
   */
  Fetched fetch(LocalDate date, Path folder) throws IOException;

  /** A fetched file with its name for reports. */
  record Fetched(Path file, String name) {}
}
