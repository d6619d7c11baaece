package io.oncepaid.api;

import io.agroal.api.AgroalDataSource;
import io.quarkus.agroal.DataSource;
import io.quarkus.arc.InjectableInstance;
import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import io.quarkus.hibernate.orm.runtime.customized.QuarkusConnectionProvider;
import io.quarkus.hibernate.orm.runtime.tenant.TenantConnectionResolver;
import jakarta.enterprise.context.ApplicationScoped;
import org.hibernate.engine.jdbc.connections.spi.ConnectionProvider;

/** The databases that entities are read from: the one that is written to, and maybe a replica. */
@ApplicationScoped
@PersistenceUnitExtension
class ReadDatabases implements TenantConnectionResolver {
  private final AgroalDataSource primary;
  private final InjectableInstance<AgroalDataSource> replica;

  ReadDatabases(
      AgroalDataSource primary,
      @DataSource(Freshness.REPLICA) InjectableInstance<AgroalDataSource> replica) {
    this.primary = primary;
    this.replica = replica;
  }

  /** Whether {@code quarkus.datasource.replica.jdbc.url} names one. */
  boolean hasReplica() {
    return replica.getHandle().getBean().isActive();
  }

  /** The connections of {@link Freshness}'s names. */
  @Override
  public ConnectionProvider resolve(String name) {
    return new QuarkusConnectionProvider(name.equals(Freshness.REPLICA) ? replica.get() : primary);
  }
}
