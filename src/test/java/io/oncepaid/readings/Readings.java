package io.oncepaid.readings;

import io.oncepaid.testing.Books;
import io.oncepaid.testing.TestPostgres;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * The readings E1 to E4: what happens if a handler runs twice, with and without the guards, on a
 * real PostgreSQL. {@code bench/readings} prints them as a table.
 */
public final class Readings {
  private static final String SCHEMA = "oncepaid_readings";

  private Readings() {}

  /**
   * Prints the table; the exit code is 1 when a reading differs from what is expected, 2 when there
   * are none.
   *
   * @param arguments a JDBC URL, with user and password, of a database to read on: in a schema of
   *     its own, which is dropped afterwards. Without it an embedded one.
   */
  public static void main(String... arguments) {
    int exitCode = 2;
    try {
      List<Reading> readings = take(arguments.length > 0 ? arguments[0] : embedded());
      System.out.print(table(readings));
      exitCode = readings.stream().allMatch(Reading::isAsExpected) ? 0 : 1;
    } catch (Exception e) {
      e.printStackTrace();
    }
    System.exit(exitCode); // also ends threads of libraries
  }

  /** An embedded PostgreSQL's new database. */
  static String embedded() {
    return TestPostgres.newDatabase() + "&password=postgres";
  }

  static List<Reading> take(String url) throws Exception {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(url);
    Books books = new Books(database);
    books.run("DROP SCHEMA IF EXISTS " + SCHEMA + " CASCADE");
    books.run("CREATE SCHEMA " + SCHEMA);
    try {
      database.setCurrentSchema(SCHEMA);
      Flyway.configure().dataSource(database).load().migrate();
      return take(database);
    } finally {
      books.run("DROP SCHEMA " + SCHEMA + " CASCADE");
    }
  }

  private static List<Reading> take(DataSource database) throws Exception {
    List<Reading> readings = new ArrayList<>();
    readings.addAll(new SameOrder(database).read());
    readings.addAll(new SameCallback(database).read());
    readings.addAll(new SameKey(database).read());
    readings.addAll(new Balance(database).read());
    return readings;
  }

  private static String table(List<Reading> readings) {
    StringBuilder table = new StringBuilder();
    String line = "%-40s %-34s %-25s %-25s %s%n";
    table.append(line.formatted("experiment", "met by", "expected", "measured", ""));
    String experiment = "";
    for (Reading reading : readings) {
      table.append(
          line.formatted(
              reading.experiment().equals(experiment) ? "" : reading.experiment(),
              reading.how(),
              reading.expected(),
              reading.measured(),
              reading.isAsExpected() ? "" : "DIFFERS"));
      experiment = reading.experiment();
    }
    return table.toString();
  }
}
