package io.oncepaid.start;

import io.oncepaid.CannotStart;
import io.oncepaid.database.EmbeddedDatabase;
import io.quarkus.runtime.ApplicationLifecycleManager;
import io.smallrye.config.SmallRyeConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Gives the service its embedded database when no other one is named. */
public final class DefaultDatabase {
  private static final String JDBC_URL = "quarkus.datasource.jdbc.url";

  private DefaultDatabase() {}

  /**
   * Called before Quarkus starts. Names the embedded database in system properties; a restart
   * within this process (hot reload) finds them there. The server stops after the service.
   *
   * @throws CannotStart naming the setting or the path, and the remedy
   */
  public static void provide() {
    SmallRyeConfig config = Settings.read();
    if (config.getOptionalValue(JDBC_URL, String.class).isPresent()) {
      return;
    }
    if (!isAllowed(config)) {
      throw new CannotStart(
          JDBC_URL
              + " is not set: name the PostgreSQL to use, or set oncepaid.embedded-database=true to"
              + " run on an own one in oncepaid.data-dir");
    }
    String dataDir = config.getOptionalValue("oncepaid.data-dir", String.class).orElse(".oncepaid");
    EmbeddedDatabase database = EmbeddedDatabase.in(Path.of(dataDir));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stopAfterService(database)));
    EmbeddedDatabase.Access access = database.start();
    System.setProperty(JDBC_URL, access.jdbcUrl());
    System.setProperty("quarkus.datasource.username", access.user());
    System.setProperty("quarkus.datasource.password", access.password());
  }

  /** Asked for, or by default in development and tests. */
  private static boolean isAllowed(SmallRyeConfig config) {
    Optional<Boolean> asked = config.getOptionalValue("oncepaid.embedded-database", Boolean.class);
    List<String> profiles = config.getProfiles();
    return asked.orElse(profiles.contains("dev") || profiles.contains("test"));
  }

  private static void stopAfterService(EmbeddedDatabase database) {
    var service = ApplicationLifecycleManager.getCurrentApplication();
    if (service != null) {
      service.awaitShutdown();
    }
    database.stop();
  }
}
