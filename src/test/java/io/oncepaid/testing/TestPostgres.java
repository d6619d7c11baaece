package io.oncepaid.testing;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One real PostgreSQL for a whole run of tests, with a fresh database for whoever asks. As a test
 * resource it gives the application under test a database of its own, and the accounts of TestShop.
 */
public final class TestPostgres implements QuarkusTestResourceLifecycleManager {
  private static final AtomicInteger COUNTER = new AtomicInteger();
  private static EmbeddedPostgres server;

  /** The server of this run, started by whoever asks first; it ends with the JVM. */
  public static synchronized EmbeddedPostgres server() {
    if (server == null) {
      try {
        server =
            EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "200")
                .setServerConfig("log_min_messages", "fatal")
                .setServerConfig("synchronous_commit", "on")
                .start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return server;
  }

  /** The JDBC URL of a new, empty database. */
  public static String newDatabase() {
    String name = "test_" + ProcessHandle.current().pid() + "_" + COUNTER.incrementAndGet();
    try (Connection connection = server().getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return server().getJdbcUrl("postgres", name);
  }

  @Override
  public Map<String, String> start() {
    Map<String, String> settings = new HashMap<>(TestShop.settings());
    settings.put("quarkus.datasource.jdbc.url", newDatabase());
    settings.put("quarkus.datasource.username", "postgres");
    settings.put("quarkus.datasource.password", "postgres");
    return settings;
  }

  @Override
  public void stop() {
    // The server is shared; it ends with the JVM.
  }
}
