package io.oncepaid.reconciliation.bill;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BusinessDayTest {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  @ParameterizedTest
  @CsvSource({"2026-03-08, 23", "2026-11-01, 25", "2026-06-01, 24"})
  void a_day_of_daylight_saving_change_has_its_own_length(LocalDate date, long hours) {
    BusinessDay day = new BusinessDay(date, NEW_YORK, LocalTime.MIDNIGHT);

    assertThat(Duration.between(day.start(), day.end())).isEqualTo(Duration.ofHours(hours));
  }

  @Test
  void a_cut_off_before_midnight_takes_the_hour_from_the_day_before() {
    BusinessDay day =
        new BusinessDay(LocalDate.of(2026, 3, 9), ZoneId.of("Asia/Shanghai"), LocalTime.of(23, 0));

    assertThat(day.start()).isEqualTo("2026-03-08T15:00:00Z");
    assertThat(day.end()).isEqualTo("2026-03-09T15:00:00Z");
  }

  /** The cut-off lies in the hour that is left out in spring and comes twice in autumn. */
  @ParameterizedTest
  @CsvSource({"00:00", "01:30", "02:30", "23:00"})
  void days_follow_each_other_without_gap_or_overlap(LocalTime cutOff) {
    BusinessDay before = new BusinessDay(LocalDate.of(2025, 12, 31), NEW_YORK, cutOff);
    for (int i = 1; i <= 366; i++) {
      BusinessDay day = new BusinessDay(before.date().plusDays(1), NEW_YORK, cutOff);

      assertThat(day.start()).isEqualTo(before.end());
      assertThat(day.contains(day.start())).isTrue();
      assertThat(before.contains(day.start())).isFalse();
      assertThat(before.contains(day.start().minusNanos(1))).isTrue();
      before = day;
    }
  }
}
