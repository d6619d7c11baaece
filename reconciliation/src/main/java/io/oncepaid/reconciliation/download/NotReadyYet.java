package io.oncepaid.reconciliation.download;

import io.oncepaid.reconciliation.CannotRun;
import java.time.Instant;

/** The bill does not exist yet: no error, but the run must be started again later. */
public final class NotReadyYet extends CannotRun {
  private final Instant retryAt;

  public NotReadyYet(String what, Instant retryAt) {
    super(what + " is not ready yet; try again at " + retryAt);
    this.retryAt = retryAt;
  }

  public Instant retryAt() {
    return retryAt;
  }
}
