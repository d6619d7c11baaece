package io.oncepaid.api;

import io.quarkus.hibernate.orm.panache.PanacheQuery;
import io.quarkus.panache.common.Sort;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** What every list has in common: conditions, newest first, a limit and an opaque cursor. */
final class ListQuery {
  private static final int MOST = 200;
  private static final int USUAL = 50;
  private static final String CURSOR = "v1:";

  private final StringBuilder where = new StringBuilder("1 = 1");
  private final Map<String, Object> values = new HashMap<>();

  /**
   * One page of a list.
   *
   * @param next the cursor of the page after it, null on the last one
   */
  public record Page<T>(List<T> items, String next) {}

  /** Asks for equality; a null value asks for nothing. */
  ListQuery where(String column, Object value) {
    if (value != null) {
      where.append(" and ").append(column).append(" = :").append(column);
      values.put(column, value);
    }
    return this;
  }

  /**
   * Reads one page, ordered by a column that only ascends.
   *
   * @param find Panache's find of the entity
   * @param limit the parameter, null for the usual one
   * @param cursor the parameter, null for the newest rows
   * @throws Problem 400 when limit or cursor is none
   */
  <R, T> Page<T> page(
      Find<R> find,
      String order,
      ToLongFunction<R> position,
      Function<R, T> view,
      String limit,
      String cursor) {
    int size = size(limit);
    if (cursor != null) {
      where.append(" and ").append(order).append(" < :cursor");
      values.put("cursor", position(cursor));
    }
    // One more than asked for tells whether there is a next page.
    List<R> rows =
        find.find(where.toString(), Sort.descending(order), values).page(0, size + 1).list();
    List<R> shown = rows.subList(0, Math.min(size, rows.size()));
    String next = rows.size() > size ? cursor(position.applyAsLong(shown.get(size - 1))) : null;
    return new Page<>(shown.stream().map(view).toList(), next);
  }

  /** The static find of a Panache entity. */
  @FunctionalInterface
  interface Find<R> {
    PanacheQuery<R> find(String query, Sort sort, Map<String, Object> values);
  }

  /**
   * A word of a fixed list, written in any case.
   *
   * @return null when the parameter is not given
   * @throws Problem 400 naming the parameter and the words
   */
  static String word(String parameter, String value, List<String> words) {
    if (value == null) {
      return null;
    }
    String word = value.toUpperCase(Locale.ROOT);
    if (!words.contains(word)) {
      throw Problem.unreadable(parameter, "must be one of " + words);
    }
    return word;
  }

  /**
   * A text to compare with. One that PostgreSQL cannot hold equals no row: its NUL is replaced by a
   * character that no row has.
   */
  static String text(String value) {
    return value == null ? null : value.replace('\0', '\uFFFD');
  }

  private static int size(String limit) {
    if (limit == null) {
      return USUAL;
    }
    if (!limit.matches("[1-9][0-9]{0,2}") || Integer.parseInt(limit) > MOST) {
      throw Problem.unreadable("limit", "must be 1 to " + MOST);
    }
    return Integer.parseInt(limit);
  }

  private static String cursor(long position) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((CURSOR + position).getBytes(StandardCharsets.US_ASCII));
  }

  private static long position(String cursor) {
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), StandardCharsets.US_ASCII);
      if (text.matches(CURSOR + "[0-9]{1,18}")) {
        return Long.parseLong(text.substring(CURSOR.length()));
      }
    } catch (IllegalArgumentException noBase64) {
      // Refused below.
    }
    throw Problem.unreadable("cursor", "is not one that a list gave");
  }
}
