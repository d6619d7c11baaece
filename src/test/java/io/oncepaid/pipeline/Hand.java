package io.oncepaid.pipeline;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** What people and neighbouring systems do to the database, written into the history. */
final class Hand {
  private final DataSource database;

  Hand(DataSource database) {
    this.database = database;
  }

  private interface Work {
    void run(Connection connection) throws SQLException;
  }

  void register(String merchant, Life.Terms terms) {
    write(
        connection -> {
          run(
              connection,
              "INSERT INTO payment (merchant, out_trade_no, amount, currency)"
                  + " VALUES (?, ?, ?, 'CNY')",
              merchant,
              terms.number(),
              terms.amount());
          remember(connection, merchant, terms.number(), "REGISTERED", null, "PENDING");
        });
  }

  void ship(String merchant, Life.Terms terms) {
    change(
        merchant,
        terms.number(),
        "SHIPPED",
        status ->
            switch (status) {
              case "PAID" -> "SHIPPED";
              case "SHIPPED" -> "DONE";
              default -> null;
            });
  }

  /** Sets a paid payment back, around the trigger. */
  void move(String merchant, Life.Terms terms) {
    String to = terms.amount() % 3 == 0 ? "CLOSED" : "PENDING";
    change(
        merchant,
        terms.number(),
        "BY HAND",
        status -> status.equals("PENDING") || status.equals("CLOSED") ? null : to);
  }

  private interface Move {
    String to(String status);
  }

  private void change(String merchant, String number, String what, Move move) {
    write(
        connection -> {
          String was =
              text(
                  connection,
                  "SELECT status FROM payment WHERE merchant = ? AND out_trade_no = ? FOR UPDATE",
                  merchant,
                  number);
          String to = was == null ? null : move.to(was);
          if (to == null) {
            return;
          }
          try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL session_replication_role = replica");
          }
          run(
              connection,
              "UPDATE payment SET status = ?, closed_at = now()"
                  + " WHERE merchant = ? AND out_trade_no = ?",
              to,
              merchant,
              number);
          remember(connection, merchant, number, what, was, to);
        });
  }

  /** The purge, for this life. */
  void forget(Life life) {
    write(
        connection ->
            run(
                connection,
                "DELETE FROM idempotency_record WHERE (merchant, key) IN ("
                    + "SELECT merchant, key FROM idempotency_record"
                    + " WHERE merchant = ? AND key LIKE ? FOR UPDATE SKIP LOCKED)",
                life.merchant,
                "%:" + life.prefix + "%"));
  }

  /** An open late payment that an operator can accept, or null. */
  Long latePayment(String merchant, Life.Terms terms) {
    try (Connection connection = database.getConnection()) {
      String id =
          text(
              connection,
              "SELECT id FROM payment_case WHERE merchant = ? AND out_trade_no = ?"
                  + " AND kind = 'LATE_PAYMENT' AND status = 'OPEN' ORDER BY random()",
              merchant,
              terms.number());
      return id == null ? null : Long.valueOf(id);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  LifeBooks look(Life life) {
    return LifeBooks.read(database, life);
  }

  /** An empty database again. */
  void wipe() {
    write(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL session_replication_role = replica");
            statement.execute(
                "TRUNCATE payment, idempotency_record, payment_flow, payment_case,"
                    + " payment_history, outbox_event");
          }
        });
  }

  private static void remember(
      Connection connection, String merchant, String number, String what, String from, String to)
      throws SQLException {
    run(
        connection,
        "INSERT INTO payment_history (merchant, out_trade_no, what, from_status, to_status)"
            + " VALUES (?, ?, ?, ?, ?)",
        merchant,
        number,
        what,
        from,
        to);
  }

  private void write(Work work) {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        work.run(connection);
        connection.commit();
      } finally {
        connection.rollback();
        connection.setAutoCommit(true);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(Connection connection, String sql, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, parameters);
      statement.executeUpdate();
    }
  }

  private static String text(Connection connection, String sql, Object... parameters)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, parameters);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() ? row.getString(1) : null;
      }
    }
  }

  private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
  }
}
