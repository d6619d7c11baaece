package io.oncepaid;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class ClocksTest {
  @Inject Clock clock;

  @Test
  void the_clock_is_utc() {
    assertThat(clock.getZone()).isEqualTo(ZoneOffset.UTC);
  }

  @Test
  void a_test_sets_the_time() {
    Instant then = Instant.parse("2026-01-02T03:04:05Z");
    QuarkusMock.installMockForType(Clock.fixed(then, ZoneOffset.UTC), Clock.class);
    assertThat(clock.instant()).isEqualTo(then);
  }
}
