package io.oncepaid.simulate;

import java.security.PrivateKey;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * All lives of a run, each made from the seed and its index whenever it is asked for, so that a
 * million of them need no memory.
 */
final class Plan {
  private static final String CURRENCY = "CNY";

  /**
   * The shop is open from 9 to 15 o'clock UTC: the same date in the zone of every gateway, and far
   * from the end of its day.
   */
  private static final LocalTime OPENING = LocalTime.of(9, 0);

  private static final int OPEN_SECONDS = 6 * 60 * 60;

  /** Enough to be split into partial refunds. */
  private static final long SMALLEST = 100;

  private final Shop shop;
  private final Instant start;
  private final Instant opening;
  private final String run;
  private final long seed;
  private final Story[] stories;
  private final PrivateKey stranger = RsaKeys.generate().getPrivate();

  /**
   * @param shares per cent of the payments by story; the rest is {@link Story#PAID}, and what no
   *     gateway of the shop tells of
   * @param start gives the run its name
   * @param day on which everything is paid
   */
  Plan(
      Shop shop,
      int payments,
      Map<Story, Integer> shares,
      long seed,
      Instant start,
      LocalDate day) {
    this.shop = shop;
    this.start = start;
    this.opening = day.atTime(OPENING).toInstant(ZoneOffset.UTC);
    this.run = "S" + Long.toString(start.toEpochMilli(), 36).toUpperCase(Locale.ROOT);
    this.seed = seed;
    this.stories = stories(payments, shares, shop.senders(), new Random(seed));
  }

  int size() {
    return stories.length;
  }

  long count(Story story) {
    return Arrays.stream(stories).filter(each -> each == story).count();
  }

  /** The beginning of every out_trade_no of the run; no other run has it. */
  String prefix() {
    return run + "-";
  }

  Life life(int index) {
    SplittableRandom random = new SplittableRandom(seed * 1_000_003 + index);
    long amount = SMALLEST + random.nextInt(1_000_000);
    Trade trade =
        new Trade(
            prefix() + index,
            transaction(1, index),
            amount,
            CURRENCY,
            "订单 " + index + " & more",
            opening.plusSeconds(random.nextInt(OPEN_SECONDS)));
    return new LifeWriter(shop, trade, transaction(2, index), stranger, random)
        .write(stories[index]);
  }

  private static Story[] stories(
      int payments, Map<Story, Integer> shares, List<Sender> senders, Random random) {
    Story[] stories = new Story[payments];
    int next = 0;
    for (Map.Entry<Story, Integer> share : shares.entrySet()) {
      int percent = share.getKey().occursAt(senders) ? share.getValue() : 0;
      long count = (payments * (long) percent + 99) / 100;
      for (long i = 0; i < count && next < payments; i++) {
        stories[next++] = share.getKey();
      }
    }
    while (next < payments) {
      stories[next++] = Story.PAID;
    }
    for (int i = payments - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      Story kept = stories[i];
      stories[i] = stories[other];
      stories[other] = kept;
    }
    return stories;
  }

  /**
   * Unique over runs: the way in, the moment of the start, the index. 21 digits, for which every
   * gateway's bill has room.
   */
  private String transaction(int way, int index) {
    return "%d%012d%08d".formatted(way, start.toEpochMilli() % 1_000_000_000_000L, index);
  }
}
