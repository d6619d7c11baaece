package io.oncepaid.api;

import io.quarkus.hibernate.orm.PersistenceUnitExtension;
import io.quarkus.hibernate.orm.runtime.tenant.TenantResolver;
import jakarta.enterprise.context.RequestScoped;
import jakarta.enterprise.inject.Default;

/**
 * How fresh a request's rows must be, and so from which database its entities are read: a list may
 * lag and goes to the replica where there is one; all else must see what was just written.
 */
@RequestScoped
@Default
@PersistenceUnitExtension
class Freshness implements TenantResolver {
  static final String PRIMARY = "primary";
  static final String REPLICA = "replica";

  private final ReadDatabases databases;
  private boolean mayLag;

  Freshness(@PersistenceUnitExtension ReadDatabases databases) {
    this.databases = databases;
  }

  /** To be said before the request's first look at an entity. */
  void mayLag() {
    mayLag = true;
  }

  @Override
  public String getDefaultTenantId() {
    return PRIMARY;
  }

  @Override
  public String resolveTenantId() {
    return mayLag && databases.hasReplica() ? REPLICA : PRIMARY;
  }
}
