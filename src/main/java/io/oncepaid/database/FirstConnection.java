package io.oncepaid.database;

import io.oncepaid.CannotStart;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jboss.logging.Logger;

/**
 * Waits for a database that starts beside the service. What waiting does not mend, a wrong password
 * or a database that does not exist, ends the start at once.
 */
@Singleton
public class FirstConnection {
  private static final Logger LOG = Logger.getLogger(FirstConnection.class);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration BETWEEN = Duration.ofSeconds(2);

  private final DataSource database;

  FirstConnection(DataSource database) {
    this.database = database;
  }

  /**
   * Does something with the first connection.
   *
   * @throws CannotStart when there is none within a minute
   */
  public void use(Consumer<Connection> work) {
    long giveUp = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try (Connection connection = database.getConnection()) {
        work.accept(connection);
        return;
      } catch (SQLException e) {
        if (!waitingHelps(e) || System.nanoTime() > giveUp) {
          throw new CannotStart(
              "quarkus.datasource.jdbc.url: no connection to the database (%s); start it, or mend"
                      .formatted(e.getMessage())
                  + " the URL, quarkus.datasource.username or quarkus.datasource.password");
        }
        LOG.warnf("Waiting for the database: %s", e.getMessage());
        pause();
      }
    }
  }

  /** 28: refused; 3D: no such database. A full or starting server (53, 57P) and a cut (08) pass. */
  private static boolean waitingHelps(SQLException e) {
    String state = e.getSQLState();
    return state == null || !(state.startsWith("28") || state.startsWith("3D"));
  }

  private static void pause() {
    try {
      Thread.sleep(BETWEEN.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CannotStart("interrupted while waiting for the database");
    }
  }
}
