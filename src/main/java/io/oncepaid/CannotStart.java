package io.oncepaid;

import io.quarkus.runtime.configuration.ConfigurationException;

/**
 * Why the process does not start: a line that names the setting or the path, and the remedy.
 * Quarkus prints it without a stack trace and ends with exit code 1.
 */
public final class CannotStart extends ConfigurationException {
  private static final long serialVersionUID = 1L;

  /** One line for each thing that is wrong. */
  public CannotStart(String lines) {
    super(lines);
  }
}
