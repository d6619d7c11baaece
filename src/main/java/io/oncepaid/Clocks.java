package io.oncepaid;

import io.quarkus.arc.DefaultBean;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Clock;

/** The one source of the time: everything takes a {@link Clock}, and a test can set its own. */
class Clocks {
  /** UTC. A bean of a test, or {@code QuarkusMock}, takes its place. */
  @Produces
  @DefaultBean
  @ApplicationScoped
  static Clock utc() {
    return Clock.systemUTC();
  }
}
