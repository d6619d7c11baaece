package io.oncepaid.outbox;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncepaid.database.Transactions;
import io.oncepaid.testing.TestReceiver;
import io.oncepaid.testing.TestReceiver.Received;
import io.oncepaid.testing.TestReceiver.Reply;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.eclipse.microprofile.config.ConfigProvider;
import org.junit.jupiter.api.Test;

/** Events leave for real receivers over HTTP, signed and in order. */
@QuarkusTest
@TestProfile(OutboxProfile.class)
class DeliveryTest extends OutboxTest {
  @Test
  void an_event_is_signed_with_every_secret_over_the_bytes_that_are_sent() throws Exception {
    write("signed", "S1", "payment.paid");
    Received event = awaitReceived("signed", 1).get(0);

    assertThat(event.header("content-type")).isEqualTo("application/json");
    assertThat(event.id())
        .isEqualTo(books.text("SELECT id FROM outbox_event WHERE merchant = 'signed'"));
    assertThat(event.body())
        .isEqualTo(books.text("SELECT payload FROM outbox_event WHERE merchant = 'signed'"));
    assertThat(event.header("webhook-signature"))
        .isEqualTo(
            signature(event, OutboxProfile.SECRET)
                + " "
                + signature(event, OutboxProfile.OLD_SECRET));
    awaitStatus("signed", "DELIVERED", 1);
    assertThat(books.number("SELECT attempts FROM outbox_event WHERE merchant = 'signed'")).isOne();
  }

  @Test
  void a_failing_event_holds_back_the_later_ones_of_its_payment_and_no_others() throws Exception {
    AtomicBoolean well = new AtomicBoolean();
    receiver.answer(
        "/order", event -> Reply.of(event.outTradeNo().equals("O1") && !well.get() ? 422 : 200));
    for (String type : List.of("payment.paid", "payment.shipped", "payment.done")) {
      write("order", "O1", type);
      write("order", "O2", type);
    }
    awaitStatus("order", "DELIVERED", 3);
    await().atMost(PATIENCE).until(() -> typesOf("order", "O1").size() >= 3);
    assertThat(typesOf("order", "O1")).containsOnly("payment.paid");
    assertThat(typesOf("order", "O2"))
        .containsExactly("payment.paid", "payment.shipped", "payment.done");

    well.set(true);
    awaitStatus("order", "DELIVERED", 6);
    assertThat(typesOf("order", "O1").stream().distinct())
        .containsExactly("payment.paid", "payment.shipped", "payment.done");
  }

  @Test
  void two_instances_with_clocks_five_minutes_off_share_the_work_by_the_databases_time()
      throws Exception {
    Wake wakeOfOther = new Wake();
    Transactions transactionsOfOther = new Transactions(database);
    Relay other =
        new Relay(
            config,
            destinations,
            new Claims(transactionsOfOther),
            new Outcomes(transactionsOfOther, config),
            metrics,
            new Notifications(transactionsOfOther, wakeOfOther, config, settings),
            wakeOfOther);
    other.start(null);
    try {
      for (int i = 0; i < 100; i++) {
        Duration off = Duration.ofMinutes(i % 2 == 0 ? 5 : -5);
        QuarkusMock.installMockForType(Clock.offset(Clock.systemUTC(), off), Clock.class);
        append(
            List.of(
                about("clocks", "C" + i, "payment.paid"),
                about("clocks", "C" + i, "payment.shipped")));
      }
      awaitStatus("clocks", "DELIVERED", 200);
    } finally {
      other.stop(null);
    }
    assertThat(receiver.received("/clocks")).as("each once: no lease ended early").hasSize(200);
    for (int i = 0; i < 100; i++) {
      assertThat(typesOf("clocks", "C" + i)).containsExactly("payment.paid", "payment.shipped");
    }
    long now = Instant.now().getEpochSecond();
    for (Received event : receiver.received("/clocks")) {
      assertThat(Long.parseLong(event.header("webhook-timestamp"))).isBetween(now - 120, now + 5);
    }
  }

  @Test
  void a_receiver_that_answers_too_late_hears_the_same_id_again_and_can_tell() throws Exception {
    AtomicBoolean late = new AtomicBoolean(true);
    receiver.answer(
        "/h0",
        event ->
            event.outTradeNo().equals("TWICE") && late.getAndSet(false)
                ? Reply.of(200).after(ofSeconds(4))
                : Reply.of(200));
    write("h0", "TWICE", "payment.paid");
    await().atMost(PATIENCE).until(() -> idsOf("h0", "TWICE").size() == 2);
    assertThat(idsOf("h0", "TWICE").stream().distinct()).hasSize(1);
  }

  @Test
  void a_receiver_is_known_by_its_name_although_its_checked_address_is_connected_to()
      throws Exception {
    try (TestReceiver secured = new TestReceiver(setting(OutboxProfile.TLS_PORT), tls())) {
      write("tls", "T1", "payment.paid");
      write("other-name", "T2", "payment.paid");
      awaitStatus("tls", "DELIVERED", 1);
      assertThat(secured.received("/tls").get(0).header("host"))
          .isEqualTo("localhost:" + secured.port());
      awaitStatus("other-name", "DEAD", 1);
      assertThat(secured.received("/other")).isEmpty();
    }
  }

  private static int setting(String name) {
    return ConfigProvider.getConfig().getValue(name, Integer.class);
  }

  private static SSLContext tls() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    Path file = Path.of(ConfigProvider.getConfig().getValue(OutboxProfile.KEY_STORE, String.class));
    try (InputStream stored = Files.newInputStream(file)) {
      store.load(stored, OutboxProfile.PASSWORD);
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, OutboxProfile.PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }
}
