package io.oncepaid.crash;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncepaid.simulate.Callback;
import io.oncepaid.simulate.Sender;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.Books;
import io.oncepaid.testing.OwnPostgres;
import io.oncepaid.testing.PackagedService;
import io.oncepaid.testing.TestShop;
import io.oncepaid.testing.Traffic;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** The packaged service is killed again and again while callbacks come in. */
class KilledServiceIT {
  /** How often it is killed; {@code -Dkills=…} sets another number. */
  private static final int KILLS = Integer.getInteger("kills", 20);

  /** On a busy machine a start takes long: after this time a few are enough, unless asked for. */
  private static final Duration ENOUGH_AFTER =
      System.getProperty("kills") == null ? ofSeconds(120) : Duration.ofDays(1);

  private static final int ENOUGH = 3;
  private static final int SENDERS = 16;
  private static final Duration PACE = ofMillis(40);
  private static final int PAYMENTS_PER_LIFE = 40;

  private final OwnPostgres postgres = OwnPostgres.start();
  private final Books books = new Books(postgres.database());
  private final Sender alipay = TestShop.alipay();

  @Test
  void killed_under_load_it_has_booked_what_it_acknowledged_and_nothing_twice(TestReporter report)
      throws Exception {
    AtomicReference<PackagedService> serving = new AtomicReference<>(started());
    long start = System.nanoTime();
    int kills = 0;
    try (Traffic traffic =
        new Traffic(() -> serving.get().url().getPort(), SENDERS, PACE, Map.of())) {
      while (kills < KILLS && (kills < ENOUGH || !isLongAgo(start))) {
        PackagedService next = started(); // while the other one works
        traffic.add(callbacksOfNewPayments());
        int half = PAYMENTS_PER_LIFE * kills + PAYMENTS_PER_LIFE / 2;
        await()
            .atMost(ofSeconds(60))
            .pollInterval(ofMillis(1))
            .until(() -> traffic.acknowledged().size() >= half);

        serving.getAndSet(next).close(); // SIGKILL
        kills++;

        Set<String> acknowledged = new HashSet<>(traffic.acknowledged());
        assertThat(booked()).containsAll(acknowledged).doesNotHaveDuplicates();
      }
      await().atMost(ofSeconds(60)).until(traffic::allAcknowledged);
    }
    serving.get().close();
    report.publishEntry("kills", Integer.toString(kills));
    assertThat(booked()).hasSize(kills * PAYMENTS_PER_LIFE).doesNotHaveDuplicates();
    assertThat(books.list("SELECT out_trade_no FROM outbox_event WHERE type = 'payment.paid'"))
        .hasSize(kills * PAYMENTS_PER_LIFE)
        .doesNotHaveDuplicates();
    assertThat(books.number("SELECT count(*) FROM payment WHERE status = 'PAID'"))
        .isEqualTo(kills * PAYMENTS_PER_LIFE);
    assertThat(books.number("SELECT count(*) FROM payment_case")).isZero();
  }

  private static boolean isLongAgo(long nanos) {
    return System.nanoTime() - nanos > ENOUGH_AFTER.toNanos();
  }

  @AfterEach
  void stop() throws IOException {
    postgres.close();
  }

  private PackagedService started() {
    Map<String, String> settings = new HashMap<>(TestShop.settings());
    settings.putAll(postgres.settings());
    return PackagedService.start(settings);
  }

  private List<String> booked() {
    return books.list("SELECT out_trade_no FROM payment_flow WHERE kind = 'PAY'");
  }

  private Map<String, Callback> callbacksOfNewPayments() {
    Map<String, Callback> callbacks = new HashMap<>();
    for (int i = 0; i < PAYMENTS_PER_LIFE; i++) {
      String number = "T" + UUID.randomUUID();
      books.register(TestShop.MERCHANT, number, 1000, "CNY");
      Trade trade = new Trade(number, "42-" + number, 1000, "CNY", "a book", Instant.now());
      callbacks.put(number, alipay.paid(trade, 0));
    }
    return callbacks;
  }
}
