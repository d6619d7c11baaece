package io.oncepaid.simulate;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The options of the command.
 *
 * @param everyGateway whether a shop that is made has accounts at all gateways
 * @param shares per cent of the payments by story
 * @param jdbcUrl where the service's tables are counted; by default the embedded database beside
 *     the shop, if there is one
 * @param patience how long an undecided request is sent again
 */
record Options(
    URI url,
    Path shop,
    boolean everyGateway,
    int payments,
    int duplicates,
    int threads,
    long seed,
    Map<Story, Integer> shares,
    Optional<String> jdbcUrl,
    Duration patience) {

  static final String USAGE = usage();
  private static final String REMOTE = "--remote";
  private static final String EVERY_GATEWAY = "--every-gateway";

  /** A command line that cannot be understood; the message says why. */
  static final class Misused extends RuntimeException {
    Misused(String message) {
      super(message);
    }
  }

  private static final Set<String> NAMES =
      Set.of(
          "--url",
          "--shop",
          "--payments",
          "--duplicates",
          "--threads",
          "--seed",
          "--jdbc-url",
          "--patience",
          REMOTE,
          EVERY_GATEWAY);

  /** Those without a value. */
  private static final Set<String> FLAGS = Set.of(REMOTE, EVERY_GATEWAY);

  /**
   * @throws Misused naming the option
   */
  static Options parse(List<String> arguments) {
    Map<String, String> given = byName(arguments);
    URI url = uri(given.getOrDefault("--url", "http://127.0.0.1:8080"));
    if (!given.containsKey(REMOTE) && !isThisMachine(url.getHost())) {
      throw new Misused(
          "--url is another machine; pretend payments have no place in production: add --remote");
    }
    return new Options(
        url,
        Path.of(given.getOrDefault("--shop", ".oncepaid/demo")),
        given.containsKey(EVERY_GATEWAY),
        (int) number(given, "--payments", 200, 1),
        (int) number(given, "--duplicates", 8, 1),
        (int) number(given, "--threads", 8, 1),
        number(given, "--seed", 1, 0),
        shares(given),
        Optional.ofNullable(given.get("--jdbc-url")),
        Duration.ofSeconds(number(given, "--patience", 30, 0)));
  }

  private static Map<String, String> byName(List<String> arguments) {
    Map<String, String> given = new HashMap<>();
    ArrayDeque<String> left = new ArrayDeque<>(arguments);
    while (!left.isEmpty()) {
      String name = left.poll();
      if (!NAMES.contains(name)
          && Arrays.stream(Story.values()).noneMatch(story -> story.isSetBy(name))) {
        throw new Misused("unknown option " + name);
      }
      String value = FLAGS.contains(name) ? "" : left.poll();
      if (value == null) {
        throw new Misused(name + " needs a value");
      }
      given.put(name, value);
    }
    return given;
  }

  private static Map<Story, Integer> shares(Map<String, String> given) {
    Map<Story, Integer> shares = new EnumMap<>(Story.class);
    int sum = 0;
    for (Story story : Story.values()) {
      int share = (int) number(given, story.option(), story.share(), 0);
      shares.put(story, share);
      sum += share;
    }
    if (sum > 100) {
      throw new Misused("the shares add up to more than 100 per cent");
    }
    return shares;
  }

  private static URI uri(String value) {
    try {
      return URI.create(value);
    } catch (IllegalArgumentException e) {
      throw new Misused("--url " + value + " is no URL");
    }
  }

  private static long number(Map<String, String> given, String name, long otherwise, long least) {
    String value = given.getOrDefault(name, Long.toString(otherwise));
    if (!value.matches("[0-9]{1,8}") || Long.parseLong(value) < least) {
      throw new Misused(name + " must be a number from " + least + " up, not " + value);
    }
    return Long.parseLong(value);
  }

  private static boolean isThisMachine(String host) {
    return "127.0.0.1".equals(host) || "localhost".equals(host) || "[::1]".equals(host);
  }

  private static String usage() {
    StringBuilder usage =
        new StringBuilder(
            """
            simulate: registers payments at a running service, sends their gateways' callbacks and
            checks what the service answers and holds; then writes the gateways' bills of that day
            into DIR/bills. For development only.

              --url URL         the service, http://127.0.0.1:8080; --remote if not this machine
              --shop DIR        settings and keys of the pretend merchant, .oncepaid/demo; made when
                                missing, and the service must run with DIR/oncepaid.properties
              --every-gateway   a shop that is made now has accounts at all gateways, not only at
                                Alipay and WeChat Pay
              --payments N      200
              --duplicates M    how often each callback is sent, 8; half of them signed anew
              --threads C       requests on their way at once, 8
              --seed S          the same seed plans the same payments, 1
              --jdbc-url URL    also count in this database; the embedded one is found by itself
              --patience SEC    how long a request that gets 503 or no answer is repeated, 30

            Per cent of the payments; the rest is registered and paid:
            """);
    for (Story story : Story.values()) {
      if (story != Story.PAID) {
        usage.append(
            "  %-18s %d, %s%n".formatted(story.option(), story.share(), story.description()));
      }
    }
    return usage.toString();
  }
}
