package io.oncepaid.database;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.AgroalConnectionFactoryConfiguration;
import io.agroal.api.configuration.supplier.AgroalConnectionFactoryConfigurationSupplier;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.oncepaid.CannotStart;
import jakarta.inject.Singleton;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;

/**
 * Brings the schema up to date. A migration may take long, so it runs on connections of its own,
 * without the short timeouts that protect callbacks.
 */
@Singleton
public class Migrations {
  /** Flyway holds one for its lock and its book of migrations and one for the migration. */
  private static final int CONNECTIONS = 3;

  private final Flyway flyway;
  private final AgroalDataSource database;

  Migrations(Flyway flyway, AgroalDataSource database) {
    this.flyway = flyway;
    this.database = database;
  }

  /**
   * Runs the migrations that the database does not have yet; one instance does, others wait.
   *
   * @throws CannotStart when one cannot run or was changed after it had run
   */
  public void run() {
    try (AgroalDataSource patient = AgroalDataSource.from(patient())) {
      Flyway.configure()
          .configuration(flyway.getConfiguration())
          .dataSource(patient)
          .load()
          .migrate();
    } catch (FlywayException | SQLException e) {
      throw new CannotStart("the schema cannot be brought up to date: " + inOneLine(e));
    }
  }

  /**
   * For a role that does not own the schema. Migrations of a later version do no harm: they only
   * add.
   *
   * @throws CannotStart when the database lacks one of ours
   */
  public void requireAll() {
    try {
      MigrationInfo[] missing = flyway.info().pending();
      if (missing.length > 0) {
        throw new CannotStart(
            "the schema lacks V%s and later: run the command migrate with the credentials of the schema's owner, or set oncepaid.database.migrate=at-start"
                .formatted(missing[0].getVersion()));
      }
    } catch (FlywayException e) {
      throw new CannotStart("the state of the schema cannot be read: " + inOneLine(e));
    }
  }

  private static String inOneLine(Exception e) {
    return e.getMessage().strip().replaceAll("\\s*\\R\\s*", " | ");
  }

  private AgroalDataSourceConfigurationSupplier patient() {
    AgroalConnectionFactoryConfiguration connections =
        database.getConfiguration().connectionPoolConfiguration().connectionFactoryConfiguration();
    return new AgroalDataSourceConfigurationSupplier()
        .connectionPoolConfiguration(
            pool ->
                pool.maxSize(CONNECTIONS)
                    .connectionFactoryConfiguration(
                        new AgroalConnectionFactoryConfigurationSupplier(connections)
                            .jdbcProperty("socketTimeout", "0")
                            .initialSql("SET statement_timeout = 0; SET lock_timeout = '10s'")));
  }
}
