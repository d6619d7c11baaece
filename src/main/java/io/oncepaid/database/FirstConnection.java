package io.oncepaid.database;

import io.oncepaid.CannotStart;
import io.oncepaid.OncepaidConfig;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.UnknownHostException;
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
  private static final Duration BETWEEN = Duration.ofSeconds(2);

  private final DataSource database;
  private final Duration patience;

  @Inject
  FirstConnection(DataSource database, OncepaidConfig config) {
    this.database = database;
    this.patience = config.database().startWait();
  }

  /**
   * Does something with the first connection.
   *
   * @throws CannotStart naming the setting, the reason and the remedy, when there is none in time
   */
  public void use(Consumer<Connection> work) {
    long giveUp = System.nanoTime() + patience.toNanos();
    String told = "";
    while (true) {
      try (Connection connection = database.getConnection()) {
        work.accept(connection);
        return;
      } catch (SQLException e) {
        String reason = reason(e);
        if (!waitingHelps(e) || System.nanoTime() > giveUp) {
          throw new CannotStart(
              "quarkus.datasource.jdbc.url: no connection to the database (%s); start it, or mend"
                      .formatted(reason)
                  + " the URL, quarkus.datasource.username or quarkus.datasource.password");
        }
        if (!reason.equals(told)) {
          LOG.warnf("Waiting up to %d s for the database: %s", patience.toSeconds(), reason);
          told = reason;
        }
        pause(Math.min(BETWEEN.toNanos(), Math.max(0, giveUp - System.nanoTime())));
      }
    }
  }

  /** 28: refused; 3D: no such database. A full or starting server (53, 57P) and a cut (08) pass. */
  private static boolean waitingHelps(SQLException e) {
    String state = e.getSQLState();
    return state == null || !(state.startsWith("28") || state.startsWith("3D"));
  }

  /** The driver hides that a name leads nowhere, and the pool that nobody answers. */
  private static String reason(SQLException e) {
    if (e.getCause() instanceof UnknownHostException unknown) {
      return "no host is named " + unknown.getMessage();
    }
    return e.getSQLState() == null ? "its host does not answer" : e.getMessage();
  }

  private static void pause(long nanos) {
    try {
      Thread.sleep(Duration.ofNanos(nanos).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CannotStart("interrupted while waiting for the database");
    }
  }
}
