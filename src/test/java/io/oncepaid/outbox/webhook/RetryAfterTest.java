package io.oncepaid.outbox.webhook;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class RetryAfterTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-12-01T00:00:00Z"), ZoneOffset.UTC);

  @Test
  void seconds_and_dates_are_understood() {
    assertThat(RetryAfter.read(" 120 ", null, CLOCK)).isEqualTo(ofSeconds(120));
    assertThat(RetryAfter.read("Tue, 01 Dec 2026 00:01:00 GMT", null, CLOCK))
        .isEqualTo(ofSeconds(60));
    assertThat(RetryAfter.read("Mon, 30 Nov 2026 00:01:00 GMT", null, CLOCK)).isEqualTo(ZERO);
  }

  @Test
  void a_date_is_read_by_the_clock_of_the_receiver_where_it_tells_it() {
    assertThat(
            RetryAfter.read(
                "Tue, 01 Dec 2026 00:06:00 GMT", "Tue, 01 Dec 2026 00:05:00 GMT", CLOCK))
        .isEqualTo(ofSeconds(60));
  }

  @Test
  void what_is_neither_is_passed_over() {
    for (String nonsense : new String[] {null, "", "soon", "-1", "1.5", "99999999999", "٣"}) {
      assertThat(RetryAfter.read(nonsense, null, CLOCK)).as(nonsense).isNull();
    }
  }
}
