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
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The packaged service is killed again and again while callbacks come in. */
class KilledServiceIT {
  private static final int KILLS = Integer.getInteger("oncepaid.kills", 20);
  private static final int SENDERS = 16;
  private static final int PAYMENTS_PER_LIFE = 40;

  private final OwnPostgres postgres = OwnPostgres.start();
  private final Books books = new Books(postgres.database());
  private final Sender alipay = TestShop.alipay();

  @Test
  void killed_under_load_it_has_booked_what_it_acknowledged_and_nothing_twice() throws Exception {
    AtomicReference<PackagedService> serving = new AtomicReference<>(started());
    try (Traffic traffic = new Traffic(() -> serving.get().port(), SENDERS, Map.of())) {
      for (int life = 0; life < KILLS; life++) {
        PackagedService next = PackagedService.start(postgres); // while the other one works
        traffic.add(callbacksOfNewPayments());
        int half = PAYMENTS_PER_LIFE * life + PAYMENTS_PER_LIFE / 2;
        await()
            .atMost(ofSeconds(60))
            .pollInterval(ofMillis(1))
            .until(() -> traffic.acknowledged().size() >= half);

        serving.get().kill();

        Set<String> acknowledged = new HashSet<>(traffic.acknowledged());
        assertThat(booked()).containsAll(acknowledged).doesNotHaveDuplicates();
        next.awaitReady();
        serving.set(next);
      }
      await().atMost(ofSeconds(60)).until(traffic::allAcknowledged);
    }
    serving.get().close();
    assertThat(booked()).hasSize(KILLS * PAYMENTS_PER_LIFE).doesNotHaveDuplicates();
    assertThat(books.list("SELECT out_trade_no FROM outbox_event WHERE type = 'payment.paid'"))
        .hasSize(KILLS * PAYMENTS_PER_LIFE)
        .doesNotHaveDuplicates();
    assertThat(books.number("SELECT count(*) FROM payment WHERE status = 'PAID'"))
        .isEqualTo(KILLS * PAYMENTS_PER_LIFE);
    assertThat(books.number("SELECT count(*) FROM payment_case")).isZero();
  }

  private PackagedService started() throws Exception {
    PackagedService service = PackagedService.start(postgres);
    service.awaitReady();
    return service;
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
