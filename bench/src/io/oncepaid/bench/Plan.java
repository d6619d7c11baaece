package io.oncepaid.bench;

import java.nio.file.Path;
import java.util.List;

/**
 * What is run, and how much of it.
 *
 * @param rounds how often the contenders take their turns
 * @param save where the report is written besides the screen, or null
 * @param root of the repository
 * @param pgPrograms the directory with initdb, pg_ctl, psql and pgbench
 * @param systemUser who runs PostgreSQL when we are root
 * @param jvmOptions of both applications
 */
record Plan(
    int rounds, Path save, Path root, Path pgPrograms, String systemUser, List<String> jvmOptions) {

  /** One load: so many connections, so many requests. */
  record Load(int connections, int requests) {}

  static final List<Integer> PGBENCH_CLIENTS = List.of(1, 8, 64);
  static final int PGBENCH_SECONDS = 4;

  static final int JPA_WARM_UP = 6_000;
  static final List<Load> JPA =
      List.of(new Load(1, 1_500), new Load(64, 5_000), new Load(256, 6_000));

  static final int WARM_UP = 15_000;
  static final int WARM_UP_REPEATS = 4;
  static final List<Load> NEW =
      List.of(new Load(1, 2_000), new Load(64, 15_000), new Load(256, 20_000));
  static final List<Load> REPLAYS =
      List.of(new Load(1, 2_000), new Load(64, 20_000), new Load(256, 30_000));
  static final List<Load> FORGED = REPLAYS;
  static final int FORGED_PAYMENTS = 30_000;

  static final int HALF_RATE_CONNECTIONS = 64;
  static final int HALF_RATE_SECONDS = 6;
  static final int HALF_RATE_MOST = 36_000;

  /** The most payments that one run of pgbench can reach. */
  static final int PGBENCH_RESERVED = 40_000;

  static final int STARTS = 3;

  /** Payments to register for every contender. */
  int payments() {
    int service = callbacks() + FORGED_PAYMENTS;
    int pgbench = rounds * PGBENCH_CLIENTS.size() * PGBENCH_RESERVED;
    return Math.max(service, pgbench);
  }

  /** Callbacks to sign. */
  int callbacks() {
    return WARM_UP + rounds * sum(NEW) + HALF_RATE_MOST;
  }

  Path work() {
    return root.resolve("target/bench");
  }

  private static int sum(List<Load> loads) {
    return loads.stream().mapToInt(Load::requests).sum();
  }

  /** {@code --rounds N}, {@code --save}; the rest comes from the environment through bench/run. */
  static Plan of(String[] arguments) {
    int rounds = 3;
    Path root = Path.of(System.getProperty("bench.root"));
    Path save = null;
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--rounds" -> rounds = Integer.parseInt(arguments[++i]);
        case "--save" -> save = root.resolve("bench/RESULTS.md");
        default -> throw new IllegalArgumentException("what is " + arguments[i] + "?");
      }
    }
    return new Plan(
        rounds,
        save,
        root,
        Path.of(System.getProperty("bench.pg")),
        System.getProperty("bench.pg.user"),
        List.of(System.getProperty("bench.jvm").split(" ")));
  }
}
