package io.oncepaid.start;

import io.quarkus.runtime.configuration.ConfigurationException;

/**
 * Ends the start of a process that was only to bring the schema up to date: nothing else is
 * started.
 */
public final class Migrated extends ConfigurationException {
  private static final long serialVersionUID = 1L;

  Migrated() {
    super("The schema is up to date.");
  }
}
