package io.oncepaid.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  @Test
  void percentiles_are_right_within_a_few_per_cent() {
    Latencies latencies = new Latencies();
    for (int millis = 1; millis <= 1000; millis++) {
      latencies.record(millis * 1_000_000L);
    }
    assertThat(latencies.count()).isEqualTo(1000);
    assertThat(latencies.within(0.5).toMillis()).isCloseTo(500, Percentage.withPercentage(4));
    assertThat(latencies.within(0.99).toMillis()).isCloseTo(990, Percentage.withPercentage(4));
  }

  @Test
  void the_shortest_and_the_longest_are_counted_too() {
    Latencies latencies = new Latencies();
    latencies.record(0);
    latencies.record(Duration.ofHours(30).toNanos());
    assertThat(latencies.count()).isEqualTo(2);
  }
}
