package io.oncepaid.outbox;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** Writes down how attempts ended, many in one transaction. */
@ApplicationScoped
class Outcomes {
  private static final int LONGEST_REASON = 300;

  // An outcome counts only under its own lease: after another claim the number of attempts differs.
  // Later events of a payment share the waits of the one that holds them back, so that looking for
  // what is due does not meet them again and again; they may leave as soon as it is through.
  static final String RECORD =
      """
      WITH mine AS (
          SELECT e.merchant, e.id, n.status, n.wait_ms, n.error, n.i
            FROM unnest(?::text[], ?::text[], ?::int[], ?::text[], ?::bigint[], ?::text[])
                     WITH ORDINALITY AS n (merchant, id, attempt, status, wait_ms, error, i)
            JOIN outbox_event e ON e.merchant = n.merchant AND e.id = n.id
           WHERE e.status = 'PENDING'
             AND e.attempts = n.attempt
           ORDER BY e.merchant, e.id
             FOR UPDATE OF e),
      done AS (
          UPDATE outbox_event e
             SET status = mine.status,
                 delivered_at = CASE mine.status WHEN 'DELIVERED' THEN now() END,
                 next_attempt_at = now() + mine.wait_ms * interval '1 millisecond',
                 last_error = mine.error
            FROM mine
           WHERE e.merchant = mine.merchant
             AND e.id = mine.id
          RETURNING mine.i, e.merchant, e.out_trade_no, e.seq, e.status, e.next_attempt_at),
      held_back AS (
          UPDATE outbox_event later
             SET next_attempt_at = done.next_attempt_at
            FROM done
           WHERE later.merchant = done.merchant
             AND later.out_trade_no = done.out_trade_no
             AND later.out_trade_no <> ''
             AND later.seq > done.seq
             AND later.delivered_at IS NULL -- pending, by the index of a payment's events
             AND later.status <> 'DEAD'
             AND later.attempts = 0
             AND CASE done.status
                     WHEN 'PENDING' THEN later.next_attempt_at < done.next_attempt_at
                     ELSE later.next_attempt_at > now()
                 END)
      SELECT i FROM done
      """;

  private static final String DISABLE =
      """
      INSERT INTO disabled_destination (merchant, reason)
      VALUES (?, ?)
      ON CONFLICT DO NOTHING
      """;

  private final Transactions transactions;
  private final Backoff backoff;

  Outcomes(Transactions transactions, OncepaidConfig config) {
    this.transactions = transactions;
    this.backoff = Backoff.of(config.outbox());
  }

  /** What an outcome makes of its event, by the names of the columns. */
  record Row(String merchant, String id, int attempt, String status, long waitMs, String error) {}

  /**
   * Records all of them, or none.
   *
   * @return those that counted; the others' leases had ended
   */
  List<Row> record(List<Outcome> outcomes) throws SQLException {
    List<Row> rows = outcomes.stream().map(this::row).toList();
    return transactions.write(
        connection -> {
          for (Outcome outcome : outcomes) {
            if (outcome.delivery() instanceof Delivery.Disabled disabled) {
              disable(connection, outcome.claimed().attempt().merchant(), disabled.reason());
            }
          }
          return update(connection, rows);
        });
  }

  private Row row(Outcome outcome) {
    Attempt attempt = outcome.claimed().attempt();
    Delivery delivery = outcome.delivery();
    if (delivery instanceof Delivery.Delivered) {
      return new Row(attempt.merchant(), attempt.id(), attempt.number(), "DELIVERED", 0, null);
    }
    Duration tried = outcome.claimed().triedSoFar();
    // An event whose destination is disabled waits for it, however long.
    boolean isOver = backoff.isOver(tried) && !(delivery instanceof Delivery.Disabled);
    Duration asked = delivery instanceof Delivery.Unavailable sick ? sick.retryAfter() : null;
    Duration wait = backoff.wait(tried, asked, ThreadLocalRandom.current().nextDouble());
    return new Row(
        attempt.merchant(),
        attempt.id(),
        attempt.number(),
        isOver ? "DEAD" : "PENDING",
        isOver ? 0 : wait.toMillis(),
        printable(delivery.reason()));
  }

  /** What PostgreSQL can hold and a terminal can show. */
  private static String printable(String reason) {
    String text = reason.replaceAll("\\p{Cntrl}+", " ");
    return text.length() > LONGEST_REASON ? text.substring(0, LONGEST_REASON) : text;
  }

  private static void disable(Connection connection, String merchant, String reason)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(DISABLE)) {
      statement.setString(1, merchant);
      statement.setString(2, printable(reason));
      statement.executeUpdate();
    }
  }

  private static List<Row> update(Connection connection, List<Row> rows) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(RECORD)) {
      statement.setArray(1, array(connection, "text", rows.stream().map(Row::merchant)));
      statement.setArray(2, array(connection, "text", rows.stream().map(Row::id)));
      statement.setArray(3, array(connection, "int", rows.stream().map(Row::attempt)));
      statement.setArray(4, array(connection, "text", rows.stream().map(Row::status)));
      statement.setArray(5, array(connection, "bigint", rows.stream().map(Row::waitMs)));
      statement.setArray(6, array(connection, "text", rows.stream().map(Row::error)));
      List<Row> counted = new ArrayList<>(rows.size());
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          counted.add(rows.get(row.getInt(1) - 1));
        }
      }
      return counted;
    }
  }

  private static Array array(Connection connection, String type, Stream<?> values)
      throws SQLException {
    return connection.createArrayOf(type, values.toArray());
  }
}
