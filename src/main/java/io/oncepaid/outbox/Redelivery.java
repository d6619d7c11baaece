package io.oncepaid.outbox;

import io.oncepaid.database.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.Set;

/**
 * Sends events again when somebody asks for it. Whoever asks believes that the destination works by
 * now, so a disabled one is enabled.
 */
@ApplicationScoped
public class Redelivery {
  private static final int AT_ONCE = 1000;

  private static final String AGAIN =
      """
      status = 'PENDING', delivered_at = NULL, next_attempt_at = now(), trying_since = NULL
      """;

  private static final String ONE =
      "UPDATE outbox_event SET "
          + AGAIN
          + " WHERE merchant = ANY (?) AND id = ? RETURNING merchant";

  // Those that somebody works on are left: they are being sent again anyway.
  private static final String DEAD_SINCE =
      """
      WITH dead AS (
          SELECT merchant, id
            FROM outbox_event
           WHERE merchant = ?
             AND status = 'DEAD'
             AND created_at >= ?
           ORDER BY merchant, seq
           LIMIT %d
             FOR UPDATE SKIP LOCKED)
      UPDATE outbox_event e
         SET %s
        FROM dead
       WHERE e.merchant = dead.merchant
         AND e.id = dead.id
      """
          .formatted(AT_ONCE, AGAIN);

  private static final String ENABLE = "DELETE FROM disabled_destination WHERE merchant = ?";

  // What waited for the destination may try for as long as if it were new.
  private static final String FORGET_FAILURES =
      """
      UPDATE outbox_event
         SET next_attempt_at = now(), trying_since = NULL
       WHERE merchant = ?
         AND status = 'PENDING'
         AND trying_since IS NOT NULL
         AND next_attempt_at > now()
      """;

  private final Transactions transactions;
  private final Wake wake;

  Redelivery(Transactions transactions, Wake wake) {
    this.transactions = transactions;
    this.wake = wake;
  }

  /**
   * Sends one event again, whatever became of it before.
   *
   * @param merchants whose event it may be
   * @return whether there is such an event
   */
  public boolean one(Collection<String> merchants, String id) throws SQLException {
    return transactions.write(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(ONE)) {
            statement.setArray(1, connection.createArrayOf("text", merchants.toArray()));
            statement.setString(2, id);
            try (var row = statement.executeQuery()) {
              if (!row.next()) {
                return false;
              }
              enable(connection, row.getString(1));
              return true;
            }
          }
        });
  }

  /**
   * Sends the dead events of a merchant again, in transactions of a thousand.
   *
   * @param since when they were written, at the earliest
   * @return how many
   */
  public int dead(String merchant, Instant since) throws SQLException {
    int all = 0;
    int some;
    do {
      some =
          transactions.write(
              connection -> {
                try (PreparedStatement statement = connection.prepareStatement(DEAD_SINCE)) {
                  statement.setString(1, merchant);
                  statement.setTimestamp(2, Timestamp.from(since));
                  int revived = statement.executeUpdate();
                  enable(connection, merchant);
                  return revived;
                }
              });
      all += some;
    } while (some == AT_ONCE);
    return all;
  }

  /** Lets the merchant's events leave again, after its destination wanted none. */
  public void enable(String merchant) throws SQLException {
    transactions.write(
        connection -> {
          enable(connection, merchant);
          return null;
        });
  }

  private void enable(Connection connection, String merchant) throws SQLException {
    try (PreparedStatement enable = connection.prepareStatement(ENABLE)) {
      enable.setString(1, merchant);
      if (enable.executeUpdate() > 0) {
        try (PreparedStatement forget = connection.prepareStatement(FORGET_FAILURES)) {
          forget.setString(1, merchant);
          forget.executeUpdate();
        }
      }
    }
    transactions.afterCommit(() -> wake.written(Set.of(merchant)));
  }
}
