package io.oncepaid.start;

import io.oncepaid.OncepaidConfig;
import java.time.Duration;

/** Looks at how long things are kept. */
final class HousekeepingCheck {
  private static final String PREFIX = "oncepaid.housekeeping.";
  private static final long YEARS = 3660;

  private final Problems problems;

  HousekeepingCheck(Problems problems) {
    this.problems = problems;
  }

  // Gateways and clients repeat for a day.
  void run(OncepaidConfig.Housekeeping housekeeping) {
    within("every (minutes)", housekeeping.every().toMinutes(), 1, Duration.ofDays(1).toMinutes());
    within("keep-answers (hours)", housekeeping.keepAnswers().toHours(), 24, 24 * YEARS);
    within("archive-events-after (days)", housekeeping.archiveEventsAfter().toDays(), 1, YEARS);
  }

  private void within(String name, long value, long least, long most) {
    problems.addUnlessWithin(PREFIX + name, value, least, most);
  }
}
