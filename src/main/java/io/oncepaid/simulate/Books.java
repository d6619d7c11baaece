package io.oncepaid.simulate;

import java.util.Map;
import java.util.TreeMap;

/**
 * Counts and sums by name, in the order of the names. Two of them are compared line by line: what
 * the plan says must be there, and what was found.
 */
final class Books {
  private final Map<String, Long> lines = new TreeMap<>();

  void add(String line, long count) {
    if (count != 0) {
      lines.merge(line, count, Long::sum);
    }
  }

  long get(String line) {
    return lines.getOrDefault(line, 0L);
  }

  Map<String, Long> lines() {
    return lines;
  }
}
