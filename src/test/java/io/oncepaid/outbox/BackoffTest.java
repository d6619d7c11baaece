package io.oncepaid.outbox;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {
  private static final Backoff BACKOFF = new Backoff(ofSeconds(5), ofHours(1), ofHours(24));

  @Test
  void waits_are_a_random_part_of_the_time_tried_within_bounds() {
    assertThat(BACKOFF.wait(ZERO, null, 1)).isEqualTo(ofSeconds(5));
    assertThat(BACKOFF.wait(ZERO, null, 0)).isEqualTo(ZERO);
    assertThat(BACKOFF.wait(ofMinutes(10), null, 0.5)).isEqualTo(ofMinutes(5));
    assertThat(BACKOFF.wait(ofHours(20), null, 1)).isEqualTo(ofHours(1));
  }

  @Test
  void what_a_receiver_asks_for_is_waited_at_least_but_not_for_ever() {
    assertThat(BACKOFF.wait(ZERO, ofSeconds(120), 0)).isEqualTo(ofSeconds(120));
    assertThat(BACKOFF.wait(ZERO, Duration.ofDays(400), 0)).isEqualTo(ofHours(1));
  }

  @Test
  void a_day_of_failures_is_some_dozen_attempts_that_come_ever_more_seldom() {
    Random random = new Random(7);
    Duration tried = ZERO;
    int attempts = 1;
    while (!BACKOFF.isOver(tried)) {
      tried = tried.plus(BACKOFF.wait(tried, null, random.nextDouble()));
      attempts++;
    }
    assertThat(attempts).isBetween(40, 120);
  }
}
