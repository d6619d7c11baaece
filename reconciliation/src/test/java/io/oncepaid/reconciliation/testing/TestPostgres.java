package io.oncepaid.reconciliation.testing;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.flywaydb.core.Flyway;

/** A real PostgreSQL with the service's schema, and accounts to reconcile. */
public final class TestPostgres implements QuarkusTestResourceLifecycleManager {
  private static EmbeddedPostgres server;

  /** The server of this run; it ends with the JVM. */
  public static synchronized EmbeddedPostgres server() {
    if (server == null) {
      try {
        server =
            EmbeddedPostgres.builder()
                .setServerConfig("max_connections", "60")
                .setServerConfig("shared_buffers", "128MB")
                .setServerConfig("log_min_messages", "fatal")
                .start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return server;
  }

  /** The JDBC URL of a database that has the service's tables. */
  public static String newDatabase(String name) {
    try (Connection connection = server().getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    String url = server().getJdbcUrl("postgres", name);
    Flyway.configure()
        .dataSource(url, "postgres", "postgres")
        .locations("classpath:db/migration")
        .load()
        .migrate();
    return url;
  }

  @Override
  public Map<String, String> start() {
    try {
      Path folder = Files.createTempDirectory("reconciliation");
      Map<String, String> settings = new HashMap<>();
      settings.put("quarkus.datasource.jdbc.url", newDatabase("reconciliation"));
      settings.put("quarkus.datasource.username", "postgres");
      settings.put("quarkus.datasource.password", "postgres");
      settings.put("oncepaid.data-dir", folder.toString());
      settings.put("reconciliation.metrics-file", folder.resolve("metrics.prom").toString());
      try (java.net.ServerSocket free = new java.net.ServerSocket(0)) {
        settings.put("reconciliation.service-url", "http://127.0.0.1:" + free.getLocalPort());
      }
      settings.put("reconciliation.lease", "3s");
      // Tests that repair say so by an account of their own.
      settings.put("reconciliation.automatic-below", "0");
      settings.put("reconciliation.accounts.alipay-2.automatic-below", "10000");
      settings.put("oncepaid.operator.api-key", "operator-key-of-the-tests");
      for (String gateway : new String[] {"alipay", "wechatpay", "stripe", "adyen", "paypal"}) {
        settings.put("oncepaid.accounts." + gateway + "-1.merchant", "shop");
        settings.put("oncepaid.accounts." + gateway + "-1.gateway", gateway);
      }
      settings.put("reconciliation.drop-folder", folder.resolve("drop").toString());
      settings.put("reconciliation.accounts.paypal-1.zone", "America/New_York");
      settings.put("oncepaid.accounts.hmac-1.merchant", "shop");
      settings.put("oncepaid.accounts.hmac-1.gateway", "hmac");
      settings.put("oncepaid.accounts.alipay-2.merchant", "shop");
      settings.put("oncepaid.accounts.alipay-2.gateway", "alipay");
      settings.put("oncepaid.accounts.alipay-1.alipay.seller-id", "2088000000000001");
      return settings;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void stop() {
    // The server is shared; it ends with the JVM.
  }
}
