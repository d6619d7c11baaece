package io.oncepaid.reconciliation.bill;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A header: columns are found by name, because gateways change their order and add new ones. */
final class Columns {
  private final String file;
  private final long line;
  private final List<String> names;
  private final Map<String, Integer> places = new HashMap<>();
  private final List<String> duplicates = new ArrayList<>();

  Columns(String file, long line, List<String> header) {
    this.file = file;
    this.line = line;
    names = header.stream().map(Cells::clean).toList();
    for (int i = 0; i < names.size(); i++) {
      if (places.putIfAbsent(names.get(i), i) != null) {
        duplicates.add(names.get(i));
      }
    }
  }

  int size() {
    return names.size();
  }

  String name(int column) {
    return names.get(column);
  }

  boolean has(String name) {
    return places.containsKey(name);
  }

  /**
   * The place of a column that cannot be done without.
   *
   * @throws BillError when it is missing or there twice
   */
  int need(String name) {
    Integer place = places.get(name);
    if (place == null) {
      throw new BillError(
          file, line, name, "the column is missing; the header has " + String.join(", ", names));
    }
    if (duplicates.contains(name)) {
      throw new BillError(file, line, name, "the column is there twice");
    }
    return place;
  }

  /** The place of the first of several names, in the order of preference. */
  int needOneOf(String... candidates) {
    for (String candidate : candidates) {
      if (has(candidate)) {
        return need(candidate);
      }
    }
    return need(candidates[0]);
  }

  /** The place of a column, -1 when it is not there. */
  int find(String name) {
    return has(name) ? need(name) : -1;
  }
}
