package io.oncepaid.reconciliation.command;

import io.oncepaid.reconciliation.CannotRun;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;

/** Dates and instants as they are given on the command line. */
final class Dates {
  private Dates() {}

  /** {@code yesterday}, {@code today} (in the gateway's zone) or {@code 2026-03-09}. */
  static LocalDate date(String text, ZoneId zone, Clock clock) {
    LocalDate today = LocalDate.ofInstant(clock.instant(), zone);
    try {
      return switch (text) {
        case "today" -> today;
        case "yesterday" -> today.minusDays(1);
        default -> LocalDate.parse(text);
      };
    } catch (DateTimeException e) {
      throw new CannotRun("--date must be yesterday, today or like 2026-03-09, not " + text);
    }
  }

  /** Null stays null. */
  static Instant instant(String text) {
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeException e) {
      throw new CannotRun("--as-of must be like 2026-03-10T02:00:00Z, not " + text);
    }
  }
}
