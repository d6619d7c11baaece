package io.oncepaid.housekeeping;

import io.oncepaid.OncepaidConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;

/**
 * Moves events that were delivered long ago into the archive, merchant by merchant from the oldest
 * on, and stops at the first that is young. Pending and dead events stay, however old.
 */
@ApplicationScoped
class ArchiveChore implements Chore {
  private static final String MOVE =
      """
      WITH next AS (
          SELECT merchant, id, seq, created_at < now() - ? * interval '1 millisecond' AS is_old
            FROM outbox_event
           WHERE merchant = ?
             AND seq > ?
           ORDER BY merchant, seq
           LIMIT 500),
      old AS (
          SELECT e.merchant, e.id
            FROM next
            JOIN outbox_event e ON e.merchant = next.merchant AND e.id = next.id
           WHERE next.is_old
             AND e.delivered_at < now() - ? * interval '1 millisecond'
             FOR UPDATE OF e SKIP LOCKED),
      moved AS (
          DELETE FROM outbox_event e
           USING old
           WHERE e.merchant = old.merchant
             AND e.id = old.id
          RETURNING e.*),
      kept AS (
          INSERT INTO outbox_event_archive
                 (merchant, id, out_trade_no, type, payload, attempts, created_at, delivered_at)
          SELECT merchant, id, out_trade_no, type, payload, attempts, created_at, delivered_at
            FROM moved)
      SELECT coalesce(max(next.seq) FILTER (WHERE next.is_old), 0), (SELECT count(*) FROM moved)
        FROM next
      """;

  private final Set<String> merchants;
  private final long keepMillis;

  ArchiveChore(OncepaidConfig config) {
    this.merchants = config.merchants().keySet();
    this.keepMillis = config.housekeeping().archiveEventsAfter().toMillis();
  }

  /**
   * A part of the way through one merchant's events.
   *
   * @param reached the last old event that was looked at; 0 when there was none
   */
  private record Part(long reached, long moved) {}

  @Override
  public String name() {
    return "archive";
  }

  @Override
  public long run(Batches batches) throws SQLException {
    long moved = 0;
    for (String merchant : merchants) {
      Part part = new Part(0, 0);
      do {
        long after = part.reached();
        part = batches.run(connection -> move(connection, merchant, after));
        moved += part.moved();
      } while (part.reached() > 0);
    }
    return moved;
  }

  private Part move(Connection connection, String merchant, long after) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(MOVE)) {
      statement.setLong(1, keepMillis);
      statement.setString(2, merchant);
      statement.setLong(3, after);
      statement.setLong(4, keepMillis);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return new Part(row.getLong(1), row.getLong(2));
      }
    }
  }
}
