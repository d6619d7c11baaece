package io.oncepaid.outbox;

import io.oncepaid.database.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Hands out events to one instance at a time. Whether an event is due, and until when it is leased,
 * is judged by the database's clock alone; a claim is committed before anything leaves.
 *
 * <p>What is due is looked for in the whole table of pending events every time, never after a
 * highest number seen: a transaction that commits late is not passed over.
 */
@ApplicationScoped
class Claims {
  // Only the oldest pending event of each payment may leave. The look for an older one needs no
  // lock:
  // an older event that is being delivered is still PENDING, and one that is delivered frees this
  // one for the next look. "Pending" is written so that only the index of a payment's events serves
  // it: through the index of what is due, each event would be compared with the whole backlog.
  static final String CLAIM =
      """
      WITH due AS (
          SELECT e.merchant, e.id
            FROM outbox_event e
           WHERE e.merchant = ?
             AND e.status = 'PENDING'
             AND e.next_attempt_at <= now()
             AND NOT EXISTS (
                 SELECT FROM outbox_event older
                  WHERE older.merchant = e.merchant
                    AND older.out_trade_no = e.out_trade_no
                    AND older.seq < e.seq
                    AND older.delivered_at IS NULL
                    AND older.status <> 'DEAD'
                    AND e.out_trade_no <> '')
             AND NOT EXISTS (SELECT FROM disabled_destination d WHERE d.merchant = e.merchant)
           ORDER BY e.merchant, e.next_attempt_at
           LIMIT ?
             FOR UPDATE OF e SKIP LOCKED)
      UPDATE outbox_event e
         SET attempts = e.attempts + 1,
             next_attempt_at = now() + ? * interval '1 millisecond',
             trying_since = coalesce(e.trying_since, now())
        FROM due
       WHERE e.merchant = due.merchant
         AND e.id = due.id
      RETURNING e.id, e.out_trade_no, e.type, e.payload, e.attempts, now(),
                (extract(epoch FROM now() - e.trying_since) * 1000)::bigint
      """;

  private static final String WHO_HAS_DUE_EVENTS =
      """
      SELECT m.merchant
        FROM unnest(?::text[]) AS m (merchant)
       WHERE EXISTS (
                 SELECT FROM outbox_event e
                  WHERE e.merchant = m.merchant
                    AND e.status = 'PENDING'
                    AND e.next_attempt_at <= now())
         AND NOT EXISTS (SELECT FROM disabled_destination d WHERE d.merchant = m.merchant)
      """;

  private final Transactions transactions;

  Claims(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Claims due events of a merchant, each the oldest pending one of its payment.
   *
   * @param most how many at most
   * @param lease after which others may claim them again
   */
  List<Claimed> claim(String merchant, int most, Duration lease) throws SQLException {
    // Read before the claim: of two clocks that end the same lease, ours ends it first.
    long now = System.nanoTime();
    return transactions.write(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
            statement.setString(1, merchant);
            statement.setInt(2, most);
            statement.setLong(3, lease.toMillis());
            return read(merchant, statement, now);
          }
        });
  }

  private static List<Claimed> read(String merchant, PreparedStatement statement, long now)
      throws SQLException {
    List<Claimed> claimed = new ArrayList<>();
    try (ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        Attempt attempt =
            new Attempt(
                merchant,
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getInt(5),
                row.getTimestamp(6).toInstant());
        claimed.add(new Claimed(attempt, Duration.ofMillis(row.getLong(7)), now));
      }
    }
    return claimed;
  }

  /** Those of the merchants that have events whose time has come. */
  List<String> whoHasDueEvents(Collection<String> merchants) throws SQLException {
    return transactions.read(
        connection -> {
          List<String> due = new ArrayList<>();
          try (PreparedStatement statement = connection.prepareStatement(WHO_HAS_DUE_EVENTS)) {
            statement.setArray(1, connection.createArrayOf("text", merchants.toArray()));
            try (ResultSet row = statement.executeQuery()) {
              while (row.next()) {
                due.add(row.getString(1));
              }
            }
          }
          return due;
        });
  }
}
