package io.oncepaid.payment;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Notice;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutTradeNumbersTest {

  private static OutTradeNumbers at(String time) {
    return new OutTradeNumbers(Clock.fixed(Instant.parse(time), ZoneOffset.UTC));
  }

  @Test
  void numbers_ascend_within_one_millisecond_and_are_what_gateways_accept() {
    OutTradeNumbers numbers = at("2026-11-30T12:00:00Z");
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      made.add(numbers.next());
    }
    assertThat(made).isSorted().doesNotHaveDuplicates().allMatch(Notice::isOutTradeNo);
    assertThat(made).allMatch(number -> number.matches("[0-9A-HJKMNP-TV-Z]{26}"));
  }

  @Test
  void later_numbers_sort_after_earlier_ones() {
    String early = at("2026-11-30T12:00:00Z").next();
    String late = at("2026-11-30T12:00:00.001Z").next();
    assertThat(late).isGreaterThan(early);
    assertThat(at("2199-01-01T00:00:00Z").next()).isGreaterThan(late).hasSize(26);
  }
}
