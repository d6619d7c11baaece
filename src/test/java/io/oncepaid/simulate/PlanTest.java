package io.oncepaid.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlanTest {
  private static final Instant START = Instant.parse("2026-03-09T16:30:00Z");
  private static final LocalDate DAY = LocalDate.of(2026, 3, 8);
  @TempDir static Path directory;

  @Test
  void the_same_seed_plans_the_same_lives() {
    Plan one = plan(100, 5, START);
    Plan other = plan(100, 5, START);

    for (int i = 0; i < 100; i++) {
      assertThat(one.life(i).trade()).isEqualTo(other.life(i).trade());
      assertThat(one.life(i).ending()).isEqualTo(other.life(i).ending());
      assertThat(one.life(i).story()).isEqualTo(other.life(i).story());
    }
  }

  @Test
  void every_kind_of_life_occurs_and_has_its_share() {
    Plan plan = plan(200, 1, START);
    Map<Story, Integer> count = new EnumMap<>(Story.class);
    for (int i = 0; i < plan.size(); i++) {
      count.merge(plan.life(i).story(), 1, Integer::sum);
    }
    Set<Story> asked = EnumSet.allOf(Story.class);
    asked.removeIf(story -> story.share() == 0 && story != Story.PAID);
    assertThat(count).containsOnlyKeys(asked);
    assertThat(count).containsEntry(Story.FORGED, 10).containsEntry(Story.LATE, 6);
  }

  @Test
  void numbers_never_meet_those_of_another_run() {
    Set<String> numbers = new HashSet<>();
    for (Plan plan : List.of(plan(50, 1, START), plan(50, 1, START.plusMillis(1)))) {
      for (int i = 0; i < plan.size(); i++) {
        assertThat(numbers.add(plan.life(i).trade().outTradeNo())).isTrue();
        assertThat(numbers.add(plan.life(i).trade().transactionId())).isTrue();
      }
    }
  }

  @Test
  void a_shop_is_made_once_and_opened_afterwards() {
    Shop made = Shop.openOrMake(directory, Clock.systemUTC());
    Shop opened = Shop.openOrMake(directory, Clock.systemUTC());

    assertThat(opened.settings()).isEqualTo(made.settings());
    assertThat(opened.apiKey()).hasSize(32);
    assertThat(opened.senders())
        .extracting(Sender::account)
        .containsExactly("alipay-demo", "alipay-second", "wechat-demo");
  }

  private static Plan plan(int payments, long seed, Instant start) {
    return new Plan(shop(), payments, Options.parse(List.of()).shares(), seed, start, DAY);
  }

  @Test
  void what_no_gateway_of_the_shop_tells_of_has_no_share() {
    Plan plan = new Plan(shop(), 50, Map.of(Story.CHARGED_BACK, 40), 1, START, DAY);

    assertThat(plan.count(Story.CHARGED_BACK)).isZero();
    assertThat(plan.count(Story.PAID)).isEqualTo(50);
  }

  /** Alipay and WeChat Pay alone. */
  private static Shop shop() {
    return Shop.openOrMake(directory, Clock.systemUTC());
  }
}
