package io.oncepaid.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.InflaterInputStream;
import javax.sql.DataSource;

/**
 * All that the database says about one life.
 *
 * @param payments number to "status before refunded account transaction"
 * @param flows "number KIND account transaction refund-no amount"
 * @param events number to the payment's events, "type status moved refunded", in order
 * @param caseEvents "case.opened id", "case.closed id"
 * @param lines what happened to the payments, in order
 * @param cases in order of opening
 */
record LifeBooks(
    Map<String, String> payments,
    List<String> flows,
    Map<String, List<String>> events,
    List<String> caseEvents,
    List<Line> lines,
    List<Case> cases) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A line of history; request is null where people acted. */
  record Line(
      String number, String what, String from, String to, boolean byOperator, String request) {}

  record Case(
      long id,
      CaseKind kind,
      String account,
      String notice,
      String number,
      String transaction,
      String refund,
      long amount,
      String currency,
      Long total,
      boolean open,
      String resolution,
      boolean announced) {
    /** Money that stands beside its payment. */
    boolean isBeside() {
      return kind == CaseKind.DOUBLE_PAYMENT || kind == CaseKind.LATE_PAYMENT;
    }

    /** The name of its notice, as the story has it. */
    String name() {
      return String.join(
          " ",
          account,
          notice,
          number,
          transaction,
          total == null ? refund : "total=" + total,
          Long.toString(amount),
          currency);
    }
  }

  private interface Row<T> {
    T read(ResultSet row) throws SQLException, IOException;
  }

  static LifeBooks read(DataSource database, Life life) {
    try (Connection connection = database.getConnection()) {
      Map<String, String> payments = new TreeMap<>();
      list(
          connection,
          life,
          "SELECT out_trade_no, concat_ws(' ', status, status_before_refund, refunded_amount,"
              + " account, transaction_id) FROM payment WHERE merchant = ? AND out_trade_no LIKE ?",
          row -> payments.put(row.getString(1), row.getString(2)));
      List<String> flows =
          list(
              connection,
              life,
              "SELECT concat_ws(' ', out_trade_no, kind, account, transaction_id,"
                  + " nullif(out_refund_no, ''), amount, currency)"
                  + " FROM payment_flow WHERE merchant = ? AND out_trade_no LIKE ?",
              row -> row.getString(1));
      Map<String, List<String>> events = new TreeMap<>();
      List<String> caseEvents = new ArrayList<>();
      list(
          connection,
          life,
          "SELECT out_trade_no, payload FROM outbox_event"
              + " WHERE merchant = ? AND (out_trade_no LIKE ? OR payload LIKE '%\"' || ? || '%')"
              + " ORDER BY seq",
          row -> event(row, events, caseEvents));
      List<Line> lines =
          list(
              connection,
              life,
              "SELECT out_trade_no, what, from_status, to_status, source, evidence"
                  + " FROM payment_history WHERE merchant = ? AND out_trade_no LIKE ? ORDER BY id",
              LifeBooks::line);
      List<Case> cases =
          list(
              connection,
              life,
              "SELECT id, kind, account, notice, out_trade_no, transaction_id, out_refund_no,"
                  + " amount, currency, running_total, status, resolution, announced_at"
                  + " FROM payment_case"
                  + " WHERE merchant = ? AND (out_trade_no LIKE ? OR transaction_id LIKE ?)"
                  + " ORDER BY id",
              LifeBooks::found);
      return new LifeBooks(
          payments, flows.stream().sorted().toList(), events, caseEvents, lines, cases);
    } catch (SQLException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> List<T> list(Connection connection, Life life, String sql, Row<T> reader)
      throws SQLException, IOException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, life.merchant);
      for (int i = 2; i <= statement.getParameterMetaData().getParameterCount(); i++) {
        statement.setString(i, life.prefix + "%");
      }
      List<T> rows = new ArrayList<>();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          rows.add(reader.read(row));
        }
      }
      return rows;
    }
  }

  private static Void event(
      ResultSet row, Map<String, List<String>> events, List<String> caseEvents)
      throws SQLException, IOException {
    JsonNode event = JSON.readTree(row.getString(2));
    String type = event.get("type").asText();
    JsonNode data = event.get("data");
    if (type.startsWith("case.")) {
      caseEvents.add(type + " " + data.get("case_id").asLong());
    } else {
      events
          .computeIfAbsent(row.getString(1), number -> new ArrayList<>())
          .add(
              type
                  + " "
                  + data.get("status").asText()
                  + " "
                  + data.get("moved_amount").asLong()
                  + " "
                  + data.get("refunded_amount").asLong());
    }
    return null;
  }

  private static Line line(ResultSet row) throws SQLException, IOException {
    byte[] packed = row.getBytes(6);
    String request = null;
    if (packed != null) {
      byte[] plain = new InflaterInputStream(new ByteArrayInputStream(packed)).readAllBytes();
      String text = new String(plain, StandardCharsets.UTF_8);
      request = text.substring(text.indexOf('\0') + 1);
    }
    return new Line(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        "OPERATOR".equals(row.getString(5)),
        request);
  }

  private static Case found(ResultSet row) throws SQLException {
    return new Case(
        row.getLong(1),
        CaseKind.valueOf(row.getString(2)),
        row.getString(3),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getString(7),
        row.getLong(8),
        row.getString(9),
        (Long) row.getObject(10),
        "OPEN".equals(row.getString(11)),
        row.getString(12),
        row.getObject(13) != null);
  }
}
