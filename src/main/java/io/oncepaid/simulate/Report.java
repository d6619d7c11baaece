package io.oncepaid.simulate;

import java.io.PrintStream;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

/** The table that must close. */
final class Report {
  private static final String ROW = "  %-42s %12s %12s  %s%n";

  private final PrintStream out;
  private boolean closes = true;

  Report(PrintStream out) {
    this.out = out;
  }

  /** False once a line had something else than was expected. */
  boolean closes() {
    return closes;
  }

  void answers(Tally tally) {
    out.printf(ROW, "callbacks answered", "expected", "found", "");
    for (Expected expected : Expected.values()) {
      row(expected.words(), tally.sent(expected), tally.answeredSo(expected));
    }
    if (tally.repeats() > 0) {
      out.printf("  (sent again after 503 or no answer: %,d)%n", tally.repeats());
    }
  }

  void books(String title, Books expected, Books found) {
    out.printf("%n" + ROW, title, "expected", "found", "");
    Set<String> lines = new TreeSet<>(expected.lines().keySet());
    lines.addAll(found.lines().keySet());
    for (String line : lines) {
      row(line, expected.get(line), found.get(line));
    }
  }

  void speed(Latencies latencies, Duration duration) {
    out.printf(
        "%n  %,d callbacks in %.1f s: %,.0f/s; answered within %s (half), %s (99 of 100)%n",
        latencies.count(),
        duration.toMillis() / 1000.0,
        latencies.count() * 1e9 / duration.toNanos(),
        millis(latencies.within(0.5)),
        millis(latencies.within(0.99)));
  }

  void end(Tally tally) {
    tally.firstDeviations().forEach(words -> out.println("  DEVIATION " + words));
    if (tally.deviations() > tally.firstDeviations().size()) {
      out.printf("  … %,d deviations in all%n", tally.deviations());
    }
    closes &= tally.deviations() == 0;
    out.println(
        closes
            ? "  The table closes: nothing lost, nothing twice."
            : "  THE TABLE DOES NOT CLOSE.");
  }

  void note(String words) {
    out.println("  " + words);
  }

  private void row(String line, long expected, long found) {
    if (expected == 0 && found == 0) {
      return;
    }
    closes &= expected == found;
    out.printf(
        ROW,
        line,
        "%,d".formatted(expected),
        "%,d".formatted(found),
        expected == found ? "ok" : "DEVIATION");
  }

  private static String millis(Duration duration) {
    return "%.1f ms".formatted(duration.toNanos() / 1e6);
  }
}
