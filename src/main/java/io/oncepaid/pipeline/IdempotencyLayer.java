package io.oncepaid.pipeline;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Layer 2 of 4: a fact is settled once. Whoever writes the key's row first has it; a repeat with
 * the same content is answered as the first one was; the same key with other content is refused.
 */
@ApplicationScoped
class IdempotencyLayer {
  private static final String LOOK =
      """
      SELECT n.i
        FROM unnest(?::text[], ?::text[], ?::text[])
             WITH ORDINALITY AS n (merchant, key, fingerprint, i)
        JOIN idempotency_record r
          ON r.merchant = n.merchant
         AND r.key = n.key
         AND r.fingerprint = n.fingerprint
         AND r.status = 'SUCCESS'
      """;

  // SUCCESS is written with the claim: it becomes visible only with the commit of its effect, and
  // saves a second write of the row. A FAILED key had no effect and may be claimed by any content.
  private static final String CLAIM =
      """
      INSERT INTO idempotency_record AS r (merchant, key, fingerprint, status, answer)
      SELECT n.merchant, n.key, n.fingerprint, 'SUCCESS', 'ACCEPT'
        FROM unnest(?::text[], ?::text[], ?::text[])
             WITH ORDINALITY AS n (merchant, key, fingerprint, i)
       ORDER BY n.i
          ON CONFLICT (merchant, key) DO UPDATE
         SET fingerprint = excluded.fingerprint,
             status = 'SUCCESS',
             answer = excluded.answer,
             created_at = now()
       WHERE r.status = 'FAILED'
      RETURNING merchant, key
      """;

  private static final String GIVE_BACK =
      """
      UPDATE idempotency_record r
         SET status = 'FAILED', answer = NULL
        FROM unnest(?::text[], ?::text[]) AS n (merchant, key)
       WHERE r.merchant = n.merchant AND r.key = n.key
      """;

  private static final String KEEP_AS_FAILED =
      """
      INSERT INTO idempotency_record AS r (merchant, key, fingerprint, status)
      VALUES (?, ?, ?, 'FAILED')
          ON CONFLICT (merchant, key) DO UPDATE
         SET fingerprint = excluded.fingerprint, created_at = now()
       WHERE r.status = 'FAILED'
      """;

  /**
   * Those of the notices that were settled before with the same content. Sees what was committed
   * when it began, so after a lost claim it must be asked anew, in a statement of its own.
   */
  Set<Settling> repeats(Connection connection, List<Settling> group) throws SQLException {
    Set<Settling> repeats = new HashSet<>();
    try (PreparedStatement statement = connection.prepareStatement(LOOK)) {
      bindContent(statement, group);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          repeats.add(group.get(rows.getInt(1) - 1));
        }
      }
    }
    return repeats;
  }

  /** Claims the keys of the notices; the ones that it returns are ours until the commit. */
  List<Settling> claim(Connection connection, List<Settling> group) throws SQLException {
    Set<String> claimed = new HashSet<>();
    try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
      bindContent(statement, group);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          claimed.add(rows.getString(1) + "\n" + rows.getString(2));
        }
      }
    }
    List<Settling> won = new ArrayList<>(group.size());
    for (Settling settling : group) {
      if (claimed.contains(settling.merchant() + "\n" + settling.key().key())) {
        won.add(settling);
      }
    }
    return won;
  }

  /**
   * Marks claims that had no effect as FAILED, in the transaction that claimed them: a claim left
   * at SUCCESS without its effect would be money lost.
   */
  void giveBack(Connection connection, List<Settling> refused) throws SQLException {
    if (refused.isEmpty()) {
      return;
    }
    try (PreparedStatement statement = connection.prepareStatement(GIVE_BACK)) {
      Columns.text(statement, 1, refused, Settling::merchant);
      Columns.text(statement, 2, refused, settling -> settling.key().key());
      statement.executeUpdate();
    }
  }

  /** Keeps a key as FAILED, never over a SUCCESS. */
  void keepAsFailed(Connection connection, String merchant, NoticeKey key) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(KEEP_AS_FAILED)) {
      statement.setString(1, merchant);
      statement.setString(2, key.key());
      statement.setString(3, key.fingerprint());
      statement.executeUpdate();
    }
  }

  private static void bindContent(PreparedStatement statement, List<Settling> group)
      throws SQLException {
    Columns.text(statement, 1, group, Settling::merchant);
    Columns.text(statement, 2, group, settling -> settling.key().key());
    Columns.text(statement, 3, group, settling -> settling.key().fingerprint());
  }
}
