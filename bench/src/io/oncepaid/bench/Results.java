package io.oncepaid.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** Everything that was measured, in the order in which it was measured first. */
final class Results {
  static final String PGBENCH = "pgbench, one by one";
  static final String PLAIN_JPA = "plain JPA, new";
  static final String NEW = "oncepaid, new";
  static final String REPLAYS = "oncepaid, replays";
  static final String FORGED = "oncepaid, forged";

  /** A kind of load at a number of connections. */
  record Series(String name, int connections) {}

  /** One phase of one round: what came of it and what it cost. */
  record Phase(Tally tally, Meter.Reading cost) {
    double commitsPerSecond() {
      return cost.commits() / tally.seconds();
    }

    double averageGroup() {
      return cost.groups() == 0 ? 0 : cost.grouped() / cost.groups();
    }

    /** Microseconds of a processor for each request. */
    double appMicros() {
      return cost.appSeconds() * 1e6 / tally.count();
    }

    double databaseMicros() {
      return cost.databaseSeconds() * 1e6 / tally.count();
    }

    double driverMicros() {
      return cost.driverSeconds() * 1e6 / tally.count();
    }

    double allMicros() {
      return appMicros() + databaseMicros() + driverMicros();
    }
  }

  private final Map<Series, List<Phase>> phases = new LinkedHashMap<>();
  private final Map<String, String> facts = new LinkedHashMap<>();

  void add(String name, int connections, Phase phase) {
    phases.computeIfAbsent(new Series(name, connections), any -> new ArrayList<>()).add(phase);
    Report.progress(
        "%-20s %4d connections %,10.0f/s  p50 %7.2f ms  p99 %7.2f ms  CPU %4.0f + %4.0f + %4.0f us",
        name,
        connections,
        phase.tally().perSecond(),
        phase.tally().millisAt(0.5),
        phase.tally().millisAt(0.99),
        phase.appMicros(),
        phase.databaseMicros(),
        phase.driverMicros());
  }

  /** A figure that is not a load, by its name. */
  void fact(String name, String value) {
    facts.put(name, value);
    Report.progress("%s: %s", name, value);
  }

  Map<Series, List<Phase>> phases() {
    return phases;
  }

  Map<String, String> facts() {
    return facts;
  }

  double median(Series series, ToDoubleFunction<Phase> figure) {
    return median(phases.get(series).stream().mapToDouble(figure).toArray());
  }

  double median(String name, int connections) {
    return median(new Series(name, connections), phase -> phase.tally().perSecond());
  }

  /** The best of the medians over all numbers of connections. */
  double best(String name) {
    return phases.keySet().stream()
        .filter(series -> series.name().equals(name))
        .mapToDouble(series -> median(name, series.connections()))
        .max()
        .orElseThrow();
  }

  Phase in(String name, int connections, int round) {
    return phases.get(new Series(name, connections)).get(round);
  }

  /** Of one round, over all numbers of connections. */
  DoubleStream inRound(String name, int round, ToDoubleFunction<Phase> figure) {
    return phases.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(name))
        .mapToDouble(entry -> figure.applyAsDouble(entry.getValue().get(round)));
  }

  static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
