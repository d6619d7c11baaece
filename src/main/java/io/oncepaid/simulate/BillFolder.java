package io.oncepaid.simulate;

import io.oncepaid.simulate.bill.BillWriter;
import io.oncepaid.simulate.bill.Bills;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The bills of the pretend gateways, in a folder per account, beside the file {@code days} that
 * lists the days which have been simulated. Every run has a day of its own: a bill is complete and
 * does not change once it is out.
 */
final class BillFolder {
  /** The zone that is first to end a day. */
  private static final ZoneId EAST = ZoneId.of("Asia/Shanghai");

  private final Shop shop;
  private final Path folder;

  BillFolder(Shop shop) {
    this.shop = shop;
    this.folder = of(shop.directory());
  }

  static Path of(Path shop) {
    return shop.resolve("bills");
  }

  Path folder() {
    return folder;
  }

  /** The latest day that is over and has not been simulated yet. */
  LocalDate nextDay(Instant now) {
    Set<String> taken = new HashSet<>(taken());
    LocalDate day = LocalDate.ofInstant(now, EAST).minusDays(1);
    while (taken.contains(day.toString())) {
      day = day.minusDays(1);
    }
    return day;
  }

  /** Before its first payment: a run that is broken off must not share its day with another. */
  void take(LocalDate day) {
    try {
      Files.createDirectories(folder);
      Files.write(
          days(), List.of(day.toString()), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes the bill of every account whose gateway has one. */
  void write(Plan plan, LocalDate day) {
    Map<Sender, BillWriter> bills = new HashMap<>();
    try {
      try {
        for (Sender sender : shop.senders()) {
          if (sender.givesBills()) {
            bills.put(sender, open(sender.account(), day));
          }
        }
        for (int i = 0; i < plan.size(); i++) {
          for (Moved moved : plan.life(i).billed()) {
            if (bills.containsKey(moved.sender())) {
              bills.get(moved.sender()).add(moved.row());
            }
          }
        }
      } finally {
        for (BillWriter bill : bills.values()) {
          bill.close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private BillWriter open(String account, LocalDate day) throws IOException {
    return Bills.open(
        shop.setting(account, "gateway"),
        name -> shop.setting(account, name),
        folder.resolve(account),
        day);
  }

  private List<String> taken() {
    try {
      return Files.exists(days()) ? Files.readAllLines(days()) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path days() {
    return folder.resolve("days");
  }
}
