package io.oncepaid.start;

import io.quarkus.runtime.configuration.ConfigurationException;

/**
 * Ends the start of a process that was only to bring the schema up to date: Quarkus prints the line
 * and starts nothing else.
 */
public final class Migrated extends ConfigurationException {
  private static final long serialVersionUID = 1L;

  Migrated() {
    super("The schema is up to date.");
  }

  /** Whether that, and no mistake, ended the process. */
  public static boolean is(Throwable end) {
    for (Throwable cause = end; cause != null; cause = cause.getCause()) {
      if (cause instanceof Migrated) {
        return true;
      }
    }
    return false;
  }
}
