package io.oncepaid.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Says what was measured, on the screen and, when asked, in RESULTS.md. */
final class Report {
  /** The number of connections at which the bars are set. */
  private static final int MOST = 256;

  private Report() {}

  /** One line while the run goes on. */
  static void progress(String format, Object... arguments) {
    System.err.println(format.formatted(arguments));
  }

  static void write(Results results, Plan plan, String postgresVersion) throws IOException {
    String text =
        "# Results of bench/run\n\n"
            + machine(plan, postgresVersion)
            + "\n## Ratios\n\n"
            + ratios(results, plan.rounds())
            + "\n## Throughput and latency (medians of the rounds)\n\n"
            + table(results)
            + "\n## Other figures\n\n"
            + facts(results);
    System.out.println(text);
    if (plan.save() != null) {
      Files.writeString(plan.save(), text);
    }
  }

  private static String machine(Plan plan, String postgresVersion) throws IOException {
    String model =
        Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.substring(line.indexOf(':') + 2))
            .findFirst()
            .orElse("unknown processor");
    return """
    %s, commit %s, %d rounds. %d cores (%s), shared by load driver,
    service and PostgreSQL; Linux %s.
    JDK %s with `%s`; PostgreSQL %s with `%s`.
    """
        .formatted(
            LocalDate.now(),
            System.getProperty("bench.commit"),
            plan.rounds(),
            Runtime.getRuntime().availableProcessors(),
            model,
            System.getProperty("os.version"),
            Runtime.version(),
            String.join(" ", plan.jvmOptions()),
            postgresVersion,
            String.join(" ", Postgres.SETTINGS));
  }

  /** Each ratio is taken within a round; stated are the median and the span of the rounds. */
  private static String ratios(Results results, int rounds) {
    IntToDoubleFunction fresh = r -> speed(results, Results.NEW, r);
    IntToDoubleFunction jpa = r -> speed(results, Results.PLAIN_JPA, r);
    IntToDoubleFunction pgbench = r -> best(results, Results.PGBENCH, r);
    IntToDoubleFunction bestJpa = r -> best(results, Results.PLAIN_JPA, r);
    IntToDoubleFunction replays = r -> speed(results, Results.REPLAYS, r);
    IntToDoubleFunction cost = r -> results.in(Results.NEW, MOST, r).allMicros();
    IntToDoubleFunction pgbenchCost = r -> cheapest(results, Results.PGBENCH, r);
    IntToDoubleFunction jpaCost = r -> cheapest(results, Results.PLAIN_JPA, r);
    return "| ratio, each contender at 256 connections or its best | median | rounds | bar |\n"
        + "| --- | ---: | ---: | ---: |\n"
        + ratio("new / pgbench one by one, best", rounds, "≥ 3", fresh, pgbench)
        + ratio("new / plain JPA", rounds, "≥ 6", fresh, jpa)
        + ratio("new / plain JPA, best", rounds, "", fresh, bestJpa)
        + ratio("replays / new", rounds, "≥ 1.5", replays, fresh)
        + ratio("processor time: pgbench, best / new", rounds, "", pgbenchCost, cost)
        + ratio("processor time: plain JPA, best / new", rounds, "", jpaCost, cost);
  }

  private static double speed(Results results, String name, int round) {
    return results.in(name, MOST, round).tally().perSecond();
  }

  private static double best(Results results, String name, int round) {
    return results.inRound(name, round, p -> p.tally().perSecond()).max().orElseThrow();
  }

  private static double cheapest(Results results, String name, int round) {
    return results.inRound(name, round, Results.Phase::allMicros).min().orElseThrow();
  }

  private static String ratio(
      String name, int rounds, String bar, IntToDoubleFunction one, IntToDoubleFunction other) {
    double[] values =
        IntStream.range(0, rounds)
            .mapToDouble(r -> one.applyAsDouble(r) / other.applyAsDouble(r))
            .toArray();
    return "| %s | %.2f | %.2f–%.2f | %s |\n"
        .formatted(
            name,
            Results.median(values),
            Arrays.stream(values).min().orElseThrow(),
            Arrays.stream(values).max().orElseThrow(),
            bar);
  }

  private static String table(Results results) {
    StringBuilder text =
        new StringBuilder(
            """
            | load | connections | per second | rounds | p50 ms | p99 ms | commits/s | group | CPU µs |
            | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
            """);
    results.phases().forEach((series, phases) -> text.append(row(results, series, phases)));
    return text.toString();
  }

  private static String row(Results results, Results.Series series, List<Results.Phase> phases) {
    var speeds = phases.stream().mapToDouble(p -> p.tally().perSecond()).summaryStatistics();
    double group = results.median(series, Results.Phase::averageGroup);
    return "| %s | %d | %,.0f | %,.0f–%,.0f | %.2f | %.2f | %,.0f | %s | %.0f + %.0f + %.0f |\n"
        .formatted(
            series.name(),
            series.connections(),
            results.median(series, p -> p.tally().perSecond()),
            speeds.getMin(),
            speeds.getMax(),
            results.median(series, p -> p.tally().millisAt(0.5)),
            results.median(series, p -> p.tally().millisAt(0.99)),
            results.median(series, Results.Phase::commitsPerSecond),
            group == 0 ? "" : "%.1f".formatted(group),
            results.median(series, Results.Phase::appMicros),
            results.median(series, Results.Phase::databaseMicros),
            results.median(series, Results.Phase::driverMicros));
  }

  private static String facts(Results results) {
    StringBuilder text = new StringBuilder("| figure | value |\n| --- | --- |\n");
    results.facts().forEach((name, value) -> text.append("| %s | %s |\n".formatted(name, value)));
    return text.toString();
  }
}
