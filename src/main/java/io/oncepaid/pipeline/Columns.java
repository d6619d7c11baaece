package io.oncepaid.pipeline;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

/** Binds the columns of a group to a set-based statement: one array parameter each. */
public final class Columns {
  private Columns() {}

  /** Binds one column as {@code text[]}; null values stay null. */
  public static <T> void text(
      PreparedStatement statement, int at, List<T> rows, Function<T, String> column)
      throws SQLException {
    String[] values = new String[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(rows.get(i));
    }
    statement.setArray(at, statement.getConnection().createArrayOf("text", values));
  }

  /** Binds one column as {@code bigint[]}; null values stay null. */
  public static <T> void numbers(
      PreparedStatement statement, int at, List<T> rows, Function<T, Long> column)
      throws SQLException {
    Long[] values = new Long[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = column.apply(rows.get(i));
    }
    statement.setArray(at, statement.getConnection().createArrayOf("bigint", values));
  }
}
