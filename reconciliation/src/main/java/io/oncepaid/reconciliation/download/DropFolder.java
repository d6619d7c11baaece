package io.oncepaid.reconciliation.download;

import io.oncepaid.reconciliation.CannotRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;

/** A folder, local or mounted, into which bills are put; their names hold the date. */
public final class DropFolder implements BillSource {
  private static final Duration PATIENCE = Duration.ofHours(1);
  private static final List<DateTimeFormatter> DATES =
      List.of(
          DateTimeFormatter.BASIC_ISO_DATE,
          DateTimeFormatter.ISO_LOCAL_DATE,
          DateTimeFormatter.ofPattern("yyMMdd"));

  private final Path folder;
  private final Clock clock;

  public DropFolder(Path folder, Clock clock) {
    this.folder = folder;
    this.clock = clock;
  }

  @Override
  public Fetched fetch(LocalDate date, Path target) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new CannotRun("there is no drop folder " + folder);
    }
    for (DateTimeFormatter form : DATES) {
      List<Path> found = named(form.format(date));
      if (found.size() > 1) {
        throw new CannotRun("several bills of " + date + " in " + folder + ": " + found);
      }
      if (found.size() == 1) {
        return new Fetched(found.get(0), found.get(0).getFileName().toString());
      }
    }
    throw new NotReadyYet("the bill of " + date + " in " + folder, clock.instant().plus(PATIENCE));
  }

  /** Files that are being written carry another name until they are whole, by custom. */
  private List<Path> named(String date) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> file.getFileName().toString().contains(date))
          .filter(file -> !file.getFileName().toString().matches("\\..*|.*\\.(part|tmp)"))
          .sorted()
          .toList();
    }
  }
}
