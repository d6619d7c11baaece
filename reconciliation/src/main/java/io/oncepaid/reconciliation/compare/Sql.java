package io.oncepaid.reconciliation.compare;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Statements with named parameters ({@code :name}), bound, never pasted. */
public final class Sql {
  private static final Pattern NAME = Pattern.compile("(?<!:):([a-z_]+)");

  private final Connection connection;
  private final Map<String, Object> values = new HashMap<>();

  public Sql(Connection connection) {
    this.connection = connection;
  }

  /** Sets a parameter for all statements that follow. */
  public Sql with(String name, Object value) {
    values.put(name, value);
    return this;
  }

  /** Executes a statement; the number of rows that it changed. */
  public long run(String text) throws SQLException {
    try (PreparedStatement statement = prepare(text)) {
      return statement.executeLargeUpdate();
    }
  }

  /** A prepared and bound statement, to be closed by the caller. */
  public PreparedStatement prepare(String text) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(NAME.matcher(text).replaceAll("?"));
    Matcher names = NAME.matcher(text);
    for (int i = 1; names.find(); i++) {
      if (!values.containsKey(names.group(1))) {
        statement.close();
        throw new IllegalStateException("no value for :" + names.group(1));
      }
      bind(statement, i, values.get(names.group(1)));
    }
    return statement;
  }

  private void bind(PreparedStatement statement, int place, Object value) throws SQLException {
    if (value instanceof Instant instant) {
      statement.setObject(place, OffsetDateTime.ofInstant(instant, ZoneOffset.UTC));
    } else if (value instanceof LocalDate date) {
      statement.setObject(place, date);
    } else if (value instanceof String[] texts) {
      statement.setArray(place, connection.createArrayOf("text", texts));
    } else {
      statement.setObject(place, value);
    }
  }
}
