package io.oncepaid.reconciliation.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/** The service's tables as a test wants them, written straight and fast. */
public final class Books implements AutoCloseable {
  private final Connection connection;
  private final StringBuilder payments = new StringBuilder();
  private final StringBuilder flows = new StringBuilder();

  public Books(String url) throws SQLException {
    connection = DriverManager.getConnection(url, "postgres", "postgres");
  }

  private Books(Connection connection) {
    this.connection = connection;
  }

  /** By a URL that names the user and the password itself. */
  public static Books at(String url) throws SQLException {
    return new Books(DriverManager.getConnection(url));
  }

  /** Takes every row away. */
  public Books empty() throws SQLException {
    execute(
        "SET session_replication_role = replica; TRUNCATE payment, payment_flow, payment_case;"
            + " SET session_replication_role = origin");
    execute(
        "DO $$ BEGIN IF to_regclass('reconciliation_run') IS NOT NULL THEN TRUNCATE"
            + " reconciliation_run, reconciliation_lease, reconciliation_finding, reconciliation_total,"
            + " reconciliation_action; END IF; END $$");
    return this;
  }

  /** A payment that is PAID, or PENDING. */
  public Books payment(String no, long amount, String status, String account, String transaction) {
    payments
        .append("shop\t" + no + "\t" + amount + "\tCNY\t" + status + "\t" + account + "\t")
        .append(transaction + "\t2026-03-09 00:00:00Z\n");
    return this;
  }

  /** A flow row. */
  public Books flow(
      String account,
      String kind,
      String no,
      String transaction,
      String refundNo,
      String gatewayRefundId,
      long amount,
      String currency,
      Long total,
      Instant at) {
    flows
        .append("shop\t" + no + "\t" + account + "\t" + kind + "\t" + transaction + "\t")
        .append(refundNo + "\t" + gatewayRefundId + "\t" + amount + "\t" + currency + "\t")
        .append((total == null ? "\\N" : total) + "\t" + at + "\tCALLBACK\n");
    return this;
  }

  public Books pay(String account, String no, String transaction, long amount, Instant at) {
    return flow(account, "PAY", no, transaction, "", "", amount, "CNY", null, at);
  }

  public Books refund(
      String account, String no, String transaction, String refundNo, long amount, Instant at) {
    return flow(account, "REFUND", no, transaction, refundNo, "", amount, "CNY", null, at);
  }

  /** An open case about a transaction. */
  public Books openCase(String account, String kind, String no, String transaction)
      throws SQLException {
    execute(
        "INSERT INTO payment_case (merchant, kind, key, fingerprint, out_trade_no, account, notice,"
            + " transaction_id, source, expected) VALUES ('shop', '"
            + kind
            + "', 'pay:"
            + no
            + "', '"
            + transaction
            + "', '"
            + no
            + "', '"
            + account
            + "', 'PAID', '"
            + transaction
            + "', 'CALLBACK', '{}')");
    return this;
  }

  /** Writes what was added. */
  public Books write() throws SQLException {
    copy(
        "payment (merchant, out_trade_no, amount, currency, status, account, transaction_id,"
            + " paid_at)",
        payments);
    copy(
        "payment_flow (merchant, out_trade_no, account, kind, transaction_id, out_refund_no,"
            + " gateway_refund_id, amount, currency, running_total, occurred_at, source)",
        flows);
    execute("ANALYZE payment, payment_flow");
    return this;
  }

  /** The first column of a query. */
  public List<String> list(String query) throws SQLException {
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        values.add(rows.getString(1));
      }
    }
    return values;
  }

  public void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }

  private void copy(String table, StringBuilder rows) throws SQLException {
    try {
      connection
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn(
              "COPY " + table + " FROM STDIN",
              new java.io.ByteArrayInputStream(rows.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new SQLException(e);
    }
    rows.setLength(0);
  }
}
