package io.oncepaid.crash;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncepaid.testing.Books;
import io.oncepaid.testing.OwnPostgres;
import io.oncepaid.testing.PackagedService;
import io.oncepaid.testing.TestReceiver;
import io.oncepaid.testing.TestReceiver.Received;
import io.oncepaid.testing.TestReceiver.Reply;
import io.oncepaid.testing.TestShop;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/** The packaged service is killed again and again while it delivers; another instance goes on. */
class KilledDeliveryIT {
  /** How often an instance is killed; {@code -Dkills=100} for all that is promised. */
  private static final int KILLS = Integer.getInteger("kills", 2);

  private static final int PAYMENTS_PER_LIFE = 60;
  private static final List<String> TYPES = List.of("payment.paid", "payment.shipped");

  private final OwnPostgres postgres = OwnPostgres.start();
  private final Books books = new Books(postgres.database());
  private final TestReceiver receiver = new TestReceiver(0);

  @AfterEach
  void stop() throws IOException {
    receiver.close();
    postgres.close();
  }

  @Test
  void killed_while_it_delivers_nothing_is_lost_and_the_order_of_each_payment_holds(
      TestReporter report) {
    receiver.answer("/events", event -> Reply.of(200).after(ofMillis(20)));
    PackagedService serving = started();
    for (int kill = 0; kill < KILLS; kill++) {
      PackagedService next = started(); // while the other one works, and takes its share
      write(kill);
      int half = PAYMENTS_PER_LIFE * TYPES.size() * kill + PAYMENTS_PER_LIFE;
      await()
          .atMost(ofSeconds(120))
          .pollInterval(ofMillis(1))
          .until(() -> distinctIds().size() >= half);
      serving.close(); // SIGKILL
      serving = next;
    }
    await()
        .atMost(ofSeconds(180))
        .until(
            () ->
                books.number("SELECT count(*) FROM outbox_event WHERE status <> 'DELIVERED'") == 0);
    serving.close();

    List<Received> received = receiver.received("/events");
    int written = KILLS * PAYMENTS_PER_LIFE * TYPES.size();
    assertThat(distinctIds())
        .hasSize(written)
        .containsExactlyInAnyOrderElementsOf(books.list("SELECT id FROM outbox_event"));
    assertThat(firstArrivals(received))
        .allSatisfy((number, types) -> assertThat(types).isEqualTo(TYPES));
    report.publishEntry(
        "deliveries",
        "%d kills, %d events, %d of them twice"
            .formatted(KILLS, written, received.size() - written));
  }

  private Set<String> distinctIds() {
    Set<String> ids = new HashSet<>();
    receiver.received("/events").forEach(event -> ids.add(event.id()));
    return ids;
  }

  /** The types of each payment's events in the order in which they first came. */
  private static Map<String, List<String>> firstArrivals(List<Received> received) {
    Set<String> seen = new HashSet<>();
    Map<String, List<String>> types = new HashMap<>();
    for (Received event : received) {
      if (seen.add(event.id())) {
        types
            .computeIfAbsent(event.outTradeNo(), number -> new java.util.ArrayList<>())
            .add(event.body().replaceAll(".*\"type\":\"([^\"]*)\".*", "$1"));
      }
    }
    return types;
  }

  /** Two events of each payment, as the pipeline writes them. */
  private void write(int life) {
    books.run(
        "INSERT INTO outbox_event (merchant, id, out_trade_no, type, payload)"
            + " SELECT ?, 'evt_' || n || type, n, type,"
            + " '{\"type\":\"' || type || '\",\"data\":{\"out_trade_no\":\"' || n || '\"}}'"
            + " FROM generate_series(1, ?) AS i"
            + " CROSS JOIN unnest(string_to_array(?, ',')) WITH ORDINALITY AS t (type, o)"
            + " CROSS JOIN LATERAL (SELECT 'P' || ? || '-' || i AS n) AS p"
            + " ORDER BY o, i",
        TestShop.MERCHANT,
        PAYMENTS_PER_LIFE,
        String.join(",", TYPES),
        Integer.toString(life));
  }

  private PackagedService started() {
    Map<String, String> settings = new HashMap<>(TestShop.settings());
    settings.putAll(postgres.settings());
    String merchant = "oncepaid.merchants." + TestShop.MERCHANT;
    settings.put(merchant + ".notify-url", "http://127.0.0.1:" + receiver.port() + "/events");
    settings.put(merchant + ".notify-secret", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    settings.put("oncepaid.outbox.allow-private-addresses", "true");
    settings.put("oncepaid.outbox.timeout", "1s"); // what a killed instance had is free 11 s later
    return PackagedService.start(settings);
  }
}
