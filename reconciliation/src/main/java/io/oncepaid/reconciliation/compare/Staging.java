package io.oncepaid.reconciliation.compare;

import io.oncepaid.reconciliation.bill.BillRow;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Streams the bill's rows by COPY into a temporary table of the run's session: nothing is left of
 * them when the process is killed.
 */
public final class Staging implements Closeable {
  private static final String TABLE =
      """
      CREATE TEMP TABLE bill_row (
          line bigint, movement text, out_trade_no text COLLATE "C",
          transaction_id text COLLATE "C", movement_no text COLLATE "C",
          gateway_refund_id text COLLATE "C", amount bigint, currency text, fee bigint,
          fee_currency text, status text, at bigint) ON COMMIT DROP
      """;
  private static final int CHUNK = 1 << 16;

  private final CopyIn copy;
  private final StringBuilder text = new StringBuilder(CHUNK + 1024);
  private long rows;

  /** Makes the table and begins the COPY; the connection is busy until the end. */
  public Staging(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
    }
    copy = connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY bill_row FROM STDIN");
  }

  /** Adds one row. */
  public void add(BillRow row) throws IOException {
    rows++;
    text.append(row.line()).append('\t').append(row.movement().name()).append('\t');
    append(row.outTradeNo());
    append(row.transactionId());
    append(row.movementNo());
    append(row.gatewayRefundId());
    text.append(row.amount()).append('\t').append(row.currency()).append('\t');
    text.append(row.fee()).append('\t').append(row.feeCurrency()).append('\t');
    text.append(row.status().name()).append('\t');
    text.append(row.occurredAt().getEpochSecond()).append('\n');
    if (text.length() >= CHUNK) {
      flush();
    }
  }

  /** Ends the COPY; the rows are there. */
  public void finish() throws IOException, SQLException {
    flush();
    long copied = copy.endCopy();
    if (copied != rows) {
      throw new SQLException("COPY took " + copied + " of " + rows + " rows");
    }
  }

  /** Gives up a COPY that was not finished. */
  @Override
  public void close() {
    if (copy.isActive()) {
      try {
        copy.cancelCopy();
      } catch (SQLException cancelled) {
        // The transaction is rolled back anyway.
        return;
      }
    }
  }

  private void flush() throws IOException {
    byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
    text.setLength(0);
    try {
      copy.writeToCopy(bytes, 0, bytes.length);
    } catch (SQLException e) {
      throw new IOException("COPY failed", e);
    }
  }

  private void append(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\') {
        text.append('\\');
      }
      // Ids hold no control characters: the readers refuse them.
      text.append(c);
    }
    text.append('\t');
  }
}
