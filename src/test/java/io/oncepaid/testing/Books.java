package io.oncepaid.testing;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/** Looks into the database as an auditor would, and moves things by hand as a bad day would. */
public final class Books {
  private final DataSource database;

  public Books(DataSource database) {
    this.database = database;
  }

  /** Registers a payment without the HTTP interface. */
  public void register(String merchant, String outTradeNo, long amount, String currency) {
    run(
        "INSERT INTO payment (merchant, out_trade_no, amount, currency) VALUES (?, ?, ?, ?)",
        merchant,
        outTradeNo,
        amount,
        currency);
  }

  public String status(String merchant, String outTradeNo) {
    return text(
        "SELECT status FROM payment WHERE merchant = ? AND out_trade_no = ?", merchant, outTradeNo);
  }

  public long refunded(String merchant, String outTradeNo) {
    return number(
        "SELECT refunded_amount FROM payment WHERE merchant = ? AND out_trade_no = ?",
        merchant,
        outTradeNo);
  }

  /** Flow rows of a payment as "KIND amount", in the order of booking. */
  public List<String> flows(String merchant, String outTradeNo) {
    return list(
        "SELECT kind || ' ' || amount FROM payment_flow"
            + " WHERE merchant = ? AND out_trade_no = ? ORDER BY id",
        merchant,
        outTradeNo);
  }

  /** Types of the events of a payment, in the order of writing; those of cases left out. */
  public List<String> events(String merchant, String outTradeNo) {
    return list(
        "SELECT type FROM outbox_event WHERE merchant = ? AND out_trade_no = ?"
            + " AND type NOT LIKE 'case.%' ORDER BY seq",
        merchant, outTradeNo);
  }

  /** Cases of a payment as "KIND STATUS", in the order of opening. */
  public List<String> cases(String merchant, String outTradeNo) {
    return list(
        "SELECT kind || ' ' || status FROM payment_case"
            + " WHERE merchant = ? AND out_trade_no = ? ORDER BY id",
        merchant,
        outTradeNo);
  }

  /** What a purge, or a disaster, does to layer 2. */
  public void forgetIdempotency(String merchant) {
    run("DELETE FROM idempotency_record WHERE merchant = ?", merchant);
  }

  /** What somebody does by hand who knows how to get around the trigger. */
  public void moveByHand(String merchant, String outTradeNo, String status) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("SET LOCAL session_replication_role = replica");
      try (PreparedStatement update =
          connection.prepareStatement(
              "UPDATE payment SET status = ? WHERE merchant = ? AND out_trade_no = ?")) {
        update.setString(1, status);
        update.setString(2, merchant);
        update.setString(3, outTradeNo);
        update.executeUpdate();
      }
      connection.commit();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public long number(String sql, Object... parameters) {
    return Long.parseLong(text(sql, parameters));
  }

  public String text(String sql, Object... parameters) {
    List<String> rows = list(sql, parameters);
    return rows.isEmpty() ? null : rows.get(0);
  }

  public List<String> list(String sql, Object... parameters) {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, parameters);
      List<String> rows = new ArrayList<>();
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(result.getString(1));
        }
      }
      return rows;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public void run(String sql, Object... parameters) {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, parameters);
      statement.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void bind(PreparedStatement statement, Object... parameters) throws SQLException {
    for (int i = 0; i < parameters.length; i++) {
      statement.setObject(i + 1, parameters[i]);
    }
  }
}
