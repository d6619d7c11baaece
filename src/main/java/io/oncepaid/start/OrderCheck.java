package io.oncepaid.start;

import io.oncepaid.OncepaidConfig;
import java.time.Duration;

/** Looks at how payments are registered once. */
final class OrderCheck {
  private static final long SHORTEST_WAIT_MS = 10;
  private static final long LONGEST_WAIT_MS = 30_000;
  private static final long DAY_S = 86_400;

  private final Problems problems;

  OrderCheck(Problems problems) {
    this.problems = problems;
  }

  void run(OncepaidConfig config) {
    problems.addUnlessWithin(
        "oncepaid.idempotency.wait (ms)",
        config.idempotency().longestWait().toMillis(),
        SHORTEST_WAIT_MS,
        LONGEST_WAIT_MS);
    // A day is how long the answers of calls are kept at least.
    config
        .idempotency()
        .derivedKeyWindow()
        .ifPresent(window -> withinDays("oncepaid.idempotency.derived-key-window", window, 1));
    config
        .orders()
        .sameContentWindow()
        .ifPresent(window -> withinDays("oncepaid.orders.same-content-window", window, 30));
    withinDays("oncepaid.orders.submit-token-lifetime", config.orders().submitTokenLifetime(), 1);
  }

  private void withinDays(String property, Duration value, int days) {
    problems.addUnlessWithin(property + " (s)", value.toSeconds(), 1, days * DAY_S);
  }
}
