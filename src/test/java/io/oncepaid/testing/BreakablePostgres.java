package io.oncepaid.testing;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives the application under test a database of its own that can be broken in every way, and the
 * accounts of TestShop. A test finds the server by two properties.
 */
public final class BreakablePostgres implements QuarkusTestResourceLifecycleManager {
  public static final String DATA = "test.postgres.data";
  public static final String PORT = "test.postgres.port";

  private OwnPostgres server;
  private CuttingProxy proxy;

  @Override
  public Map<String, String> start() {
    server = OwnPostgres.start();
    proxy = new CuttingProxy(server.port());
    Map<String, String> settings = new HashMap<>(TestShop.settings());
    settings.putAll(server.settings());
    settings.put(
        "quarkus.datasource.jdbc.url", "jdbc:postgresql://127.0.0.1:" + proxy.port() + "/postgres");
    settings.put(DATA, server.data().toString());
    settings.put(PORT, Integer.toString(server.port()));
    return settings;
  }

  @Override
  public void stop() {
    try {
      proxy.close();
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
