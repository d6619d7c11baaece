package io.oncepaid.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.function.Consumer;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;
import org.postgresql.Driver;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A connection of its own that hears what other instances notify; the pool's cannot, as nobody
 * listens on them. Where it fails the relay lives by the clock alone.
 */
final class Listener {
  private static final Logger LOG = Logger.getLogger(Listener.class);
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(5);
  private static final Duration HEARTBEAT = Duration.ofSeconds(30);

  private final Access access;
  private final String me;
  private volatile boolean stopped;
  private volatile Connection connection;
  private boolean isTold;

  /** How to reach the server directly. */
  record Access(String url, Properties login) {
    static Access of(Optional<String> listenUrl, Config settings) {
      String url =
          listenUrl.or(() -> text(settings, "quarkus.datasource.jdbc.url")).orElse("jdbc:none");
      Properties login = new Properties();
      text(settings, "quarkus.datasource.username").ifPresent(v -> login.setProperty("user", v));
      text(settings, "quarkus.datasource.password")
          .ifPresent(v -> login.setProperty("password", v));
      login.setProperty("ApplicationName", "oncepaid-listen");
      login.setProperty("connectTimeout", "2");
      login.setProperty("tcpKeepAlive", "true");
      return new Access(url, login);
    }

    private static Optional<String> text(Config settings, String name) {
      return settings.getOptionalValue(name, String.class);
    }
  }

  /**
   * @param me the name of this instance, whose own notifications are passed over
   */
  Listener(Access access, String me) {
    this.access = access;
    this.me = me;
  }

  void start(Set<String> merchants, Consumer<Collection<String>> woken) {
    Daemons.named("outbox-listener").newThread(() -> run(merchants, woken)).start();
  }

  void stop() {
    stopped = true;
    Connection open = connection;
    if (open != null) {
      try {
        open.close();
      } catch (SQLException alreadyGone) {
        LOG.debug("the listening connection was gone already");
      }
    }
  }

  private void run(Set<String> merchants, Consumer<Collection<String>> woken) {
    while (!stopped) {
      try (Connection opened = open()) {
        connection = opened;
        woken.accept(merchants); // what was notified while nobody listened
        hear(opened, woken);
      } catch (SQLException error) {
        tell(error);
      }
      pause();
    }
  }

  private Connection open() throws SQLException {
    Connection opened = new Driver().connect(access.url(), access.login());
    if (opened == null) {
      throw new SQLException("not a URL of PostgreSQL");
    }
    try (Statement statement = opened.createStatement()) {
      statement.execute("LISTEN " + Notifications.CHANNEL);
    }
    isTold = false;
    return opened;
  }

  private void hear(Connection opened, Consumer<Collection<String>> woken) throws SQLException {
    PGConnection server = opened.unwrap(PGConnection.class);
    while (!stopped) {
      PGNotification[] heard = server.getNotifications((int) HEARTBEAT.toMillis());
      if (heard.length == 0 && !opened.isValid((int) BETWEEN_TRIES.toSeconds())) {
        throw new SQLException("the listening connection is dead");
      }
      for (PGNotification notification : heard) {
        String[] words = notification.getParameter().split(" ", 2);
        if (words.length == 2 && !words[0].equals(me)) {
          woken.accept(Set.of(words[1]));
        }
      }
    }
  }

  private void tell(SQLException error) {
    if (!stopped && !isTold) {
      isTold = true;
      LOG.warnf(
          "No connection to LISTEN on (%s); events of other instances are found by the clock. Behind"
              + " a pooler, set oncepaid.outbox.listen-url",
          error.getMessage());
    }
  }

  private void pause() {
    try {
      if (!stopped) {
        Thread.sleep(BETWEEN_TRIES.toMillis());
      }
    } catch (InterruptedException e) {
      stopped = true;
    }
  }
}
