package io.oncepaid.housekeeping;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.sql.Statement;

/** Takes away submit tokens whose time is over, spent or not. */
@ApplicationScoped
class SubmitTokenChore implements Chore {
  private static final int AT_ONCE = 1000;
  private static final String PURGE =
      """
      DELETE FROM submit_token
       WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM submit_token
              WHERE expires_at < now()
              ORDER BY expires_at
              LIMIT %d
                FOR UPDATE SKIP LOCKED))
      """
          .formatted(AT_ONCE);

  @Override
  public String name() {
    return "submit_tokens";
  }

  @Override
  public long run(Batches batches) throws SQLException {
    long all = 0;
    int some;
    do {
      some =
          batches.run(
              connection -> {
                try (Statement statement = connection.createStatement()) {
                  return statement.executeUpdate(PURGE);
                }
              });
      all += some;
    } while (some == AT_ONCE);
    return all;
  }
}
