package io.oncepaid.start;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.DatabaseCheck;
import io.oncepaid.database.FirstConnection;
import io.oncepaid.database.Migrations;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;

/** What has to be right before anything else of the service starts, in order. */
@ApplicationScoped
class Start {
  /** Before the scheduler, too, whose jobs run at once. */
  private static final int FIRST = Integer.MIN_VALUE;

  private final AlgorithmCheck algorithms;
  private final ConfigCheck config;
  private final FirstConnection database;
  private final DatabaseCheck databaseCheck;
  private final Migrations migrations;
  private final OncepaidConfig.Migrate when;

  Start(
      OncepaidConfig settings,
      AlgorithmCheck algorithms,
      ConfigCheck config,
      FirstConnection database,
      DatabaseCheck databaseCheck,
      Migrations migrations) {
    this.algorithms = algorithms;
    this.config = config;
    this.database = database;
    this.databaseCheck = databaseCheck;
    this.migrations = migrations;
    this.when = settings.database().migrate();
  }

  void run(@Observes @Priority(FIRST) StartupEvent event) {
    algorithms.run();
    config.run();
    database.use(databaseCheck::run);
    switch (when) {
      case AT_START -> migrations.run();
      case NEVER -> migrations.requireAll();
      case ONLY -> {
        migrations.run();
        throw new Migrated();
      }
    }
  }
}
