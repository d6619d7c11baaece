package io.oncepaid.crash;

import io.oncepaid.testing.BreakablePostgres;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.List;
import java.util.Map;

/** One application for all tests that break things: its own database, no background jobs. */
public class CrashProfile implements QuarkusTestProfile {
  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "quarkus.scheduler.enabled", "false",
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
