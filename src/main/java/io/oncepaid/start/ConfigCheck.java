package io.oncepaid.start;

import io.oncepaid.CannotStart;
import io.oncepaid.OncepaidConfig;
import io.oncepaid.gateway.GatewayType;
import io.quarkus.arc.All;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** Finds the mistakes in the settings before anything runs on them. */
@Singleton
class ConfigCheck {
  private static final long LONGEST_START_WAIT = 3600;
  private static final int MOST_WRITERS = 16;
  private static final int LARGEST_GROUP = 1024;
  private static final int LONGEST_QUEUE = 1_000_000;
  private static final long SHORTEST_DEADLINE = 100;
  private static final long LONGEST_DEADLINE = 60_000;

  private final OncepaidConfig config;
  private final Config written;
  private final List<GatewayType> gateways;
  private final Clock clock;

  ConfigCheck(OncepaidConfig config, Config written, @All List<GatewayType> gateways, Clock clock) {
    this.clock = clock;
    this.config = config;
    this.written = written;
    this.gateways = gateways;
  }

  /**
   * Looks at everything.
   *
   * @throws CannotStart one line for each mistake, naming the property and the remedy
   */
  void run() {
    Problems problems = new Problems(written);
    new MerchantCheck(problems).run(config);
    new AccountCheck(gateways, clock, problems).run(config);
    new MessagesCheck(problems).run(config);
    problems.addUnlessWithin(
        "oncepaid.database.start-wait (s)",
        config.database().startWait().toSeconds(),
        0,
        LONGEST_START_WAIT);
    settlement(config.settlement(), problems);
    new OrderCheck(problems).run(config);
    new OutboxCheck(problems).run(config.outbox());
    new HousekeepingCheck(problems).run(config.housekeeping());
    new QueryCheck(problems).run(config);
    problems.throwIfAny();
  }

  private static void settlement(OncepaidConfig.Settlement settlement, Problems problems) {
    String prefix = "oncepaid.settlement.";
    int group = settlement.groupLimit();
    problems.addUnlessWithin(prefix + "writers", settlement.writers(), 1, MOST_WRITERS);
    problems.addUnlessWithin(prefix + "group-limit", group, 1, LARGEST_GROUP);
    problems.addUnlessWithin(
        prefix + "queue-limit",
        settlement.queueLimit(),
        Math.min(group, LARGEST_GROUP),
        LONGEST_QUEUE);
    problems.addUnlessWithin(
        prefix + "deadline (ms)",
        settlement.deadline().toMillis(),
        SHORTEST_DEADLINE,
        LONGEST_DEADLINE);
  }
}
