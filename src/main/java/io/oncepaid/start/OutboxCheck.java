package io.oncepaid.start;

import io.oncepaid.OncepaidConfig;
import java.time.Duration;

/** Looks at how events are delivered. */
final class OutboxCheck {
  private static final String PREFIX = "oncepaid.outbox.";
  private static final int MOST_AT_ONCE = 256;
  private static final long SECOND = 1000;
  private static final long DAY = 86_400 * SECOND;

  private final Problems problems;

  OutboxCheck(Problems problems) {
    this.problems = problems;
  }

  void run(OncepaidConfig.Outbox outbox) {
    problems.addUnlessWithin(PREFIX + "concurrency", outbox.concurrency(), 1, MOST_AT_ONCE);
    within("timeout", outbox.timeout(), 100, 60 * SECOND);
    within("first-pause", outbox.firstPause(), 1, DAY);
    within("longest-pause", outbox.longestPause(), 1, DAY);
    within("give-up-after", outbox.giveUpAfter(), SECOND, 30 * DAY);
    within("poll-interval", outbox.pollInterval(), 50, 60 * SECOND);
    within("breaker-delay", outbox.breakerDelay(), 1, 3600 * SECOND);
    if (outbox.listenUrl().filter(url -> !url.startsWith("jdbc:postgresql:")).isPresent()) {
      problems.add(
          PREFIX + "listen-url",
          "is no JDBC URL; give one like jdbc:postgresql://db:5432/oncepaid");
    }
  }

  private void within(String name, Duration value, long least, long most) {
    problems.addUnlessWithin(PREFIX + name + " (ms)", value.toMillis(), least, most);
  }
}
