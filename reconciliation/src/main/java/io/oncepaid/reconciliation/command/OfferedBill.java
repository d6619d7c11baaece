package io.oncepaid.reconciliation.command;

import io.oncepaid.reconciliation.CannotRun;
import io.oncepaid.reconciliation.download.BillSource;
import io.oncepaid.reconciliation.download.BillSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;

/** The bill that a run is given: a file, standard input, or what the account's source has. */
final class OfferedBill {
  private final String option;
  private final BillSources sources;

  /**
   * @param option of the command line: a path, - for standard input, null for the account's source
   */
  OfferedBill(String option, BillSources sources) {
    this.option = option;
    this.sources = sources;
  }

  /**
   * @param folder for what is fetched; the caller deletes it
   */
  BillSource.Fetched fetch(String account, LocalDate day, Path folder) throws IOException {
    if (option == null) {
      return sources.of(account).fetch(day, folder);
    }
    if (option.equals("-")) {
      Path copy = folder.resolve("stdin");
      Files.copy(System.in, copy);
      return new BillSource.Fetched(copy, "standard input");
    }
    Path file = Path.of(option);
    if (!Files.isReadable(file)) {
      throw new CannotRun("cannot read " + option);
    }
    return new BillSource.Fetched(file, file.getFileName().toString());
  }
}
