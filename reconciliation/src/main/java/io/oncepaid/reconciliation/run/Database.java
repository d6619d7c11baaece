package io.oncepaid.reconciliation.run;

import io.agroal.api.AgroalDataSource;
import io.oncepaid.reconciliation.CannotRun;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.Instance;
import java.sql.Connection;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;

/** The service's database, opened when a command first needs it. */
@ApplicationScoped
public class Database {
  private final Instance<AgroalDataSource> dataSource;
  private final Instance<Flyway> flyway;
  private boolean migrated;

  Database(@Any Instance<AgroalDataSource> dataSource, @Any Instance<Flyway> flyway) {
    this.dataSource = dataSource;
    this.flyway = flyway;
  }

  /**
   * A connection; the first one brings reconciliation's own tables up to date.
   *
   * @throws CannotRun when there is no database
   */
  public synchronized Connection connect() throws SQLException {
    try {
      if (!migrated) {
        flyway.get().migrate();
        migrated = true;
      }
      return dataSource.get().getConnection();
    } catch (RuntimeException e) {
      String cause = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      throw new CannotRun(
          "no database: set quarkus.datasource.jdbc.url, or oncepaid.data-dir to where the service"
              + " runs on its own ("
              + cause
              + ")");
    }
  }
}
