package io.oncepaid.readings;

import io.oncepaid.api.IdempotentCalls;
import io.oncepaid.api.IdempotentCalls.Answer;
import io.oncepaid.testing.Books;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import javax.sql.DataSource;

/** E1: eight threads submit the same order, each with a business step of ten milliseconds. */
final class SameOrder {
  private static final String NAME = "E1 the same order from 8 threads";
  private static final String UNIQUE_VIOLATION = "23505";
  private static final int STEP_MS = 10;

  private final DataSource database;
  private final Books books;

  SameOrder(DataSource database) {
    this.database = database;
    this.books = new Books(database);
  }

  List<Reading> read() throws Exception {
    books.run("CREATE TABLE order_unprotected (number text NOT NULL)");
    books.run("CREATE TABLE order_unique (number text NOT NULL CONSTRAINT order_once UNIQUE)");
    return List.of(checkThenInsert(), uniqueConstraint(), idempotencyTable());
  }

  private Reading checkThenInsert() throws Exception {
    Together.run(
        meet -> {
          boolean isThere = count("order_unprotected WHERE number = 'A1'") > 0;
          meet.await(); // all have looked and nobody has written: what chance brings now and then
          if (!isThere) {
            makeIn("order_unprotected", "A1");
          }
          return null;
        });
    return new Reading(
        NAME,
        "check, then insert",
        "8 orders",
        count("order_unprotected WHERE number = 'A1'") + " orders");
  }

  private Reading uniqueConstraint() throws Exception {
    List<Boolean> made = Together.run(this::makeUnique);
    return new Reading(
        NAME,
        "unique constraint",
        "1 order, 7 refused",
        "%d order, %d refused"
            .formatted(count("order_unique"), made.stream().filter(each -> !each).count()));
  }

  private boolean makeUnique(CyclicBarrier meet) throws Exception {
    meet.await();
    try {
      makeIn("order_unique", "A1");
      return true;
    } catch (SQLException e) {
      if (UNIQUE_VIOLATION.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  private Reading idempotencyTable() throws Exception {
    IdempotentCalls calls = new IdempotentCalls(database);
    List<Answer> answers =
        Together.run(
            meet -> {
              meet.await();
              return calls.call(
                  "order-A2", "A2", connection -> make(connection, "order_unprotected", "A2"));
            });
    boolean equal = answers.stream().map(Answer::body).distinct().count() == 1;
    return new Reading(
        NAME,
        "idempotency table",
        "1 order, 8 equal answers",
        "%d order, %s"
            .formatted(
                count("order_unprotected WHERE number = 'A2'"),
                equal ? answers.size() + " equal answers" : answers));
  }

  private void makeIn(String table, String number) throws SQLException {
    try (Connection connection = database.getConnection()) {
      make(connection, table, number);
    }
  }

  private static String make(Connection connection, String table, String number)
      throws SQLException {
    try (PreparedStatement step = connection.prepareStatement("SELECT pg_sleep(?)");
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO " + table + " (number) VALUES (?)")) {
      step.setDouble(1, STEP_MS / 1000.0);
      step.execute();
      insert.setString(1, number);
      insert.executeUpdate();
      return "made " + number;
    }
  }

  private long count(String rows) {
    return books.number("SELECT count(*) FROM " + rows);
  }
}
