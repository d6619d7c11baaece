package io.oncepaid.crash;

import io.oncepaid.testing.BreakablePostgres;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/**
 * One application for all tests that break things: its own database, no background jobs. Orders are
 * registered with everything on that is off by default.
 */
public class CrashProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.scheduler.enabled", "false",
        "oncepaid.idempotency.in-flight", "wait",
        "oncepaid.idempotency.wait", "6s",
        "oncepaid.idempotency.derived-key-window", "1h",
        "oncepaid.orders.same-content-window", "1h",
        "quarkus.datasource.jdbc.background-validation-interval", "1H");
  }

  @Override
  public List<TestResourceEntry> testResources() {
    return List.of(new TestResourceEntry(BreakablePostgres.class));
  }

  @Override
  public boolean disableGlobalTestResources() {
    return true;
  }
}
