package io.oncepaid.pipeline;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Writes down what happened to a payment, with the evidence, in the transaction of the change. */
@ApplicationScoped
class History {
  private static final String WRITE =
      """
      INSERT INTO payment_history
             (merchant, out_trade_no, what, from_status, to_status, source, evidence)
      SELECT merchant, out_trade_no, what, from_status, to_status, source,
             decode(evidence, 'base64')
        FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
             WITH ORDINALITY
          AS n (merchant, out_trade_no, what, from_status, to_status, source, evidence, i)
       ORDER BY i
      """;

  /**
   * One thing that happened.
   *
   * @param what the kind of the notice, or REFUSED with the verdict
   * @param from the status before, null where it did not change
   * @param to the status after, null where it did not change
   */
  record Line(Settling settling, String what, String from, String to) {}

  void write(Connection connection, List<Line> lines) throws SQLException {
    if (lines.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(WRITE)) {
      Columns.text(statement, 1, lines, line -> line.settling().merchant());
      Columns.text(statement, 2, lines, line -> line.settling().outTradeNo());
      Columns.text(statement, 3, lines, Line::what);
      Columns.text(statement, 4, lines, Line::from);
      Columns.text(statement, 5, lines, Line::to);
      Columns.text(statement, 6, lines, line -> line.settling().submission().source().name());
      // The driver cannot send byte arrays inside an array parameter.
      Columns.text(statement, 7, lines, line -> line.settling().submission().evidence().packed());
      statement.executeUpdate();
    }
  }
}
