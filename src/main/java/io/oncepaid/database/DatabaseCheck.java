package io.oncepaid.database;

import io.oncepaid.CannotStart;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jboss.logging.Logger;

/** Whether the database keeps what it says it has committed, and understands our statements. */
@Singleton
public class DatabaseCheck {
  private static final Logger LOG = Logger.getLogger(DatabaseCheck.class);
  private static final int OLDEST = 150_000;
  private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(30);

  /** Gateways' timestamps are taken within five minutes: beyond, good callbacks are refused. */
  private static final Duration CLOCK_LIMIT = Duration.ofMinutes(5);

  private static final String QUESTION =
      """
      SELECT current_setting('server_version_num')::int,
             current_setting('server_version'),
             current_setting('synchronous_commit'),
             current_setting('fsync'),
             current_setting('default_transaction_isolation'),
             clock_timestamp()
      """;

  private final Clock clock;

  @Inject
  DatabaseCheck(Clock clock) {
    this.clock = clock;
  }

  /**
   * Asks the database for its settings.
   *
   * @throws CannotStart naming the setting and the remedy
   */
  public void run(Connection connection) {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(QUESTION)) {
      row.next();
      int version = row.getInt(1);
      if (version < OLDEST) {
        throw new CannotStart(
            "the database is PostgreSQL %s; oncepaid needs 15 or later"
                .formatted(row.getString(2)));
      }
      tellOfDurability(row.getString(3), row.getString(4));
      checkIsolation(row.getString(5));
      checkClock(row.getObject(6, OffsetDateTime.class).toInstant());
    } catch (SQLException e) {
      throw new CannotStart("the database does not tell its settings: " + e.getMessage());
    }
  }

  // Said and not refused: our own transactions wait for the log whatever the default is, and who
  // runs a throw-away server without fsync knows what it is worth.
  private static void tellOfDurability(String commit, String fsync) {
    if (commit.equals("off")) {
      LOG.warn(
          "The database has synchronous_commit=off; oncepaid sets it to on in its transactions. Set"
              + " it to on for this role or server");
    }
    if (fsync.equals("off")) {
      LOG.warn(
          "The database has fsync=off and can lose every payment when its machine stops: set"
              + " fsync=on in its postgresql.conf");
    }
  }

  private static void checkIsolation(String isolation) {
    if (!isolation.equals("read committed")) {
      throw new CannotStart(
          "the database has default_transaction_isolation='%s': set it to 'read committed' for this"
                  .formatted(isolation)
              + " role or database");
    }
  }

  private void checkClock(Instant database) {
    Duration difference = Duration.between(database, clock.instant());
    String problem =
        "this machine's clock is %d s away from the database's: set both by NTP, callbacks are judged by their age"
            .formatted(difference.toSeconds());
    if (difference.abs().compareTo(CLOCK_LIMIT) > 0) {
      throw new CannotStart(problem);
    }
    if (difference.abs().compareTo(CLOCK_TOLERANCE) > 0) {
      LOG.warn(problem);
    }
  }
}
