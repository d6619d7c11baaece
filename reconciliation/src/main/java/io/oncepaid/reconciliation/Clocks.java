package io.oncepaid.reconciliation;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;

/** The one clock of the program. */
public class Clocks {
  @Produces
  @Singleton
  Clock clock() {
    return Clock.systemUTC();
  }
}
