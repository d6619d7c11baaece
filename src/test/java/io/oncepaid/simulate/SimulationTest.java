package io.oncepaid.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncepaid.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.common.http.TestHTTPResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The simulation against the real service: its table closes, and it notices what is planted. */
@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
@QuarkusTestResource(value = ShopResource.class, restrictToAnnotatedClass = true)
class SimulationTest {
  @TestHTTPResource URI service;
  @Inject DataSource database;

  @ConfigProperty(name = "quarkus.datasource.jdbc.url")
  String jdbcUrl;

  @ConfigProperty(name = "test.shop", defaultValue = "only with this class")
  String shop;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  @Test
  void every_kind_of_life_ends_as_planned() throws InterruptedException {
    Simulation simulation = simulation(shop, "--payments", "60");
    simulation.fire();

    assertThat(simulation.check()).as(printed()).isTrue();
    assertThat(printed()).contains("The table closes", "flow PAY, rows", "cases LATE_PAYMENT OPEN");
  }

  @Test
  void a_day_over_every_gateway_closes_gateway_by_gateway() throws InterruptedException {
    Simulation simulation =
        simulation(
            shop,
            "--payments",
            "120",
            "--late",
            "10",
            "--double",
            "10",
            "--refund-failed",
            "5",
            "--charged-back",
            "8");
    simulation.fire();

    assertThat(simulation.check()).as(printed()).isTrue();
    assertThat(printed())
        .contains(
            "flow REFUND_FAILED, rows",
            "flow CHARGEBACK, rows",
            "flow CHARGEBACK_REVERSED, rows",
            "cases REFUND_FAILED OPEN",
            "cases CHARGEBACK_REVERSED OPEN");
    for (Sender sender : Shop.openOrMake(Path.of(shop), Clock.systemUTC()).senders()) {
      assertThat(printed()).containsPattern("paid through " + sender.account() + " .* ok");
    }
  }

  @Test
  void keys_change_in_the_middle_of_the_day(@TempDir Path directory) throws Exception {
    Rotation rotation = new Rotation(Path.of(shop));
    Shop old = Shop.openOrMake(Path.of(shop), Clock.systemUTC());
    Shop renewed = rotation.renewed(directory);
    assertDayCloses(old);
    for (Sender by : Rotation.senders(renewed)) {
      assertThat(answer(by)).as(by.account()).isEqualTo(401);
    }

    try {
      rotation.put(Rotation.Which.SECOND, renewed.settings());
      awaitTaken(renewed);
      assertDayCloses(old);
      assertDayCloses(renewed);

      rotation.put(Rotation.Which.FIRST, renewed.settings());
      for (Sender by : Rotation.senders(old)) {
        await().untilAsserted(() -> assertThat(answer(by)).as(by.account()).isEqualTo(401));
      }
      assertDayCloses(renewed);
    } finally {
      rotation.put(Rotation.Which.FIRST, old.settings());
      rotation.put(Rotation.Which.SECOND, old.settings());
      awaitTaken(old);
    }
  }

  private void assertDayCloses(Shop of) throws InterruptedException {
    Simulation simulation = simulation(of.directory().toString(), "--payments", "24");
    simulation.fire();
    assertThat(simulation.check()).as(printed()).isTrue();
  }

  private void awaitTaken(Shop keys) {
    for (Sender by : Rotation.senders(keys)) {
      await().untilAsserted(() -> assertThat(answer(by)).as(by.account()).isNotEqualTo(401));
    }
  }

  /** What a payment that nobody registered is answered; 401 where the key is not known. */
  private int answer(Sender by) {
    Trade trade =
        new Trade(
            "R" + System.nanoTime(), "4299", 100, "CNY", "a book", Clock.systemUTC().instant());
    return new ServiceClient(service, "", Duration.ofSeconds(10), new Tally())
        .send(by.paid(trade, 0))
        .status();
  }

  @Test
  void a_payment_that_somebody_moved_is_noticed() throws Exception {
    Simulation simulation = simulation(shop, "--payments", "12");
    simulation.fire();
    plant("UPDATE payment SET refunded_amount = 1", "AND status = 'PAID'", simulation);

    assertThat(simulation.check()).isFalse();
    assertThat(printed()).contains("DEVIATION", "THE TABLE DOES NOT CLOSE");
  }

  @Test
  void an_event_that_is_missing_is_noticed() throws Exception {
    Simulation simulation = simulation(shop, "--payments", "12");
    simulation.fire();
    plant("DELETE FROM outbox_event", "AND type = 'payment.paid'", simulation);

    assertThat(simulation.check()).isFalse();
    assertThat(printed()).containsPattern("events payment.paid .*DEVIATION");
  }

  @Test
  void a_gateway_that_the_service_does_not_believe_is_noticed(@TempDir Path other)
      throws IOException {
    for (String name :
        List.of(
            "oncepaid.properties",
            "alipay-second.private.pem",
            "unionpay-demo.private.pem",
            "paypal-demo.private.pem")) {
      Files.copy(Path.of(shop, name), other.resolve(name));
    }
    String stranger = RsaKeys.pem(RsaKeys.generate().getPrivate());
    Files.writeString(other.resolve("alipay-demo.private.pem"), stranger);
    Files.writeString(other.resolve("wechat-demo.private.pem"), stranger);

    assertThat(run(other.toString(), "--payments", "12")).isEqualTo(1);
    assertThat(printed()).contains("success was due from");
  }

  @Test
  void nothing_is_sent_to_a_service_that_cannot_know_the_keys(@TempDir Path empty) {
    assertThat(run(empty.resolve("new").toString())).isEqualTo(2);
    assertThat(printed()).contains("Start the service with it");
  }

  @Test
  void nothing_is_sent_where_the_merchant_is_unknown(@TempDir Path other) {
    Shop.openOrMake(other, Clock.systemUTC());

    assertThat(run(other.toString())).isEqualTo(2);
    assertThat(printed()).contains("answers 401 to the key of merchant demo");
  }

  @Test
  void a_service_that_is_not_there_is_said_so() {
    List<String> nowhere =
        List.of("--url", "http://127.0.0.1:9", "--shop", shop, "--patience", "0");

    assertThat(SimulateCommand.run(nowhere, Clock.systemUTC(), out)).isEqualTo(2);
    assertThat(printed()).contains("no answer from http://127.0.0.1:9");
  }

  private Simulation simulation(String directory, String... more) {
    return new Simulation(Options.parse(arguments(directory, more)), Clock.systemUTC(), out);
  }

  private int run(String directory, String... more) {
    return SimulateCommand.run(arguments(directory, more), Clock.systemUTC(), out);
  }

  private List<String> arguments(String directory, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--url",
                service.toString(),
                "--shop",
                directory,
                "--jdbc-url",
                jdbcUrl,
                "--duplicates",
                "4"));
    arguments.addAll(List.of(more));
    return arguments;
  }

  private void plant(String statement, String condition, Simulation simulation)
      throws SQLException {
    String one =
        statement
            + " WHERE out_trade_no = (SELECT min(out_trade_no) FROM "
            + (statement.contains("outbox_event") ? "outbox_event" : "payment")
            + " WHERE starts_with(out_trade_no, ?) "
            + condition
            + ") "
            + condition;
    try (Connection connection = database.getConnection();
        PreparedStatement update = connection.prepareStatement(one)) {
      update.setString(1, simulation.prefix());
      assertThat(update.executeUpdate()).isPositive();
    }
  }

  private String printed() {
    return printed.toString(StandardCharsets.UTF_8);
  }
}
