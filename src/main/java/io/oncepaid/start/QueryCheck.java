package io.oncepaid.start;

import io.oncepaid.OncepaidConfig;
import java.time.Duration;

/** Looks at when and how often gateways are asked. */
final class QueryCheck {
  private static final int FASTEST = 1000;
  private static final int MOST_AT_ONCE = 64;

  private final Problems problems;

  QueryCheck(Problems problems) {
    this.problems = problems;
  }

  void run(OncepaidConfig config) {
    OncepaidConfig.Query query = config.query();
    String prefix = "oncepaid.query.";
    within(prefix + "age", query.age(), Duration.ofSeconds(1), Duration.ofDays(30));
    within(prefix + "every", query.every(), Duration.ofSeconds(1), Duration.ofHours(1));
    within(prefix + "timeout", query.timeout(), Duration.ofMillis(100), Duration.ofSeconds(20));
    within(
        prefix + "shortest-wait", query.shortestWait(), Duration.ofMillis(100), Duration.ofDays(1));
    within(prefix + "longest-wait", query.longestWait(), query.shortestWait(), Duration.ofDays(30));
    within(prefix + "grace", query.grace(), Duration.ZERO, Duration.ofDays(30));
    within(
        prefix + "watch-after-close", query.watchAfterClose(), Duration.ZERO, Duration.ofDays(30));
    within(prefix + "give-up-after", query.giveUpAfter(), query.age(), Duration.ofDays(3650));
    problems.addUnlessWithin(prefix + "rate", query.rate(), 1, FASTEST);
    problems.addUnlessWithin(prefix + "concurrency", query.concurrency(), 1, MOST_AT_ONCE);
    config
        .accounts()
        .forEach(
            (name, account) -> {
              String own = "oncepaid.accounts." + Names.inProperty(name) + ".query.";
              account
                  .query()
                  .age()
                  .ifPresent(
                      age -> within(own + "age", age, Duration.ofSeconds(1), Duration.ofDays(30)));
              account
                  .query()
                  .rate()
                  .ifPresent(rate -> problems.addUnlessWithin(own + "rate", rate, 1, FASTEST));
            });
  }

  private void within(String property, Duration value, Duration least, Duration most) {
    problems.addUnlessWithin(
        property + " (ms)", value.toMillis(), least.toMillis(), most.toMillis());
  }
}
