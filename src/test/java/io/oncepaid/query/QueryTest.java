package io.oncepaid.query;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.Transactions;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.payment.Transitions;
import io.oncepaid.pipeline.SettlementQueue;
import io.oncepaid.query.StandIn.State;
import io.oncepaid.testing.Books;
import io.oncepaid.testing.TestPostgres;
import io.quarkus.arc.All;
import io.quarkus.test.common.QuarkusTestResource;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * The active query against stand-ins for the gateways, with the service's own database and layers;
 * every test has a merchant, gateways and instances of its own. Time is moved in the database.
 */
@QuarkusTestResource(TestPostgres.class)
abstract class QueryTest {
  static final long AMOUNT = 8880;

  @Inject DataSource database;
  @Inject Transactions transactions;
  @Inject SettlementQueue queue;
  @Inject Transitions transitions;
  @Inject Clock clock;
  @Inject @All List<GatewayType> types;

  final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Map<String, String> settings = new HashMap<>();
  private final List<StandIn> gateways = new ArrayList<>();
  private final List<ActiveQuery> instances = new ArrayList<>();

  Books books;
  String merchant;

  @BeforeEach
  void newMerchant() {
    books = new Books(database);
    merchant = "m-" + UUID.randomUUID();
    set("age", "1s");
    set("shortest-wait", "100ms");
    set("longest-wait", "300ms");
    set("grace", "10m");
    set("rate", "1000");
    set("timeout", "20s");
  }

  @AfterEach
  void close() {
    instances.forEach(instance -> instance.stop(null));
    gateways.forEach(StandIn::close);
  }

  void set(String name, String value) {
    settings.put("oncepaid.query." + name, value);
  }

  /** An account of the test's merchant at a gateway. */
  <T extends StandIn> T account(String name, T gateway) {
    return account(merchant, name, gateway);
  }

  <T extends StandIn> T account(String owner, String name, T gateway) {
    gateways.add(gateway);
    settings.put(property(name, "merchant"), owner);
    gateway.settings().forEach((key, value) -> settings.put(property(name, key), value));
    return gateway;
  }

  void setting(String account, String name, String value) {
    settings.put(property(account, name), value);
  }

  void without(String account, String name) {
    settings.remove(property(account, name));
  }

  private static String property(String account, String name) {
    return "oncepaid.accounts." + account + "." + name;
  }

  OncepaidConfig config() {
    return new SmallRyeConfigBuilder()
        .addDiscoveredConverters()
        .withMapping(OncepaidConfig.class)
        .withSources(new PropertiesConfigSource(settings, "test", 100))
        .build()
        .getConfigMapping(OncepaidConfig.class);
  }

  /** One instance of the service's active query, whose rounds the test begins. */
  ActiveQuery instance() {
    QueryTransactions few = new QueryTransactions(transactions);
    QueryMetrics metrics = new QueryMetrics(meters);
    QueryAccounts accounts = new QueryAccounts(config(), types, clock);
    Questions questions = new Questions(few, config(), metrics);
    ActiveQuery instance =
        new ActiveQuery(
            config(),
            accounts,
            transactions,
            new Walk(few),
            questions,
            new Pace(few),
            new Asking(
                new Outcomes(few, config()),
                new Closing(few, transitions, accounts, metrics),
                queue,
                metrics,
                clock),
            metrics,
            clock);
    instances.add(instance);
    return instance;
  }

  /** A payment that was registered an hour ago. */
  String payment() {
    return payment(null);
  }

  /**
   * @param expired since when, as an interval of SQL; null for one that does not expire
   */
  String payment(String expired, String... accounts) {
    return paymentOf(merchant, expired, accounts);
  }

  String paymentOf(String owner, String expired, String... accounts) {
    String number = "T" + UUID.randomUUID().toString().substring(0, 20);
    books.run(
        "INSERT INTO payment (merchant, out_trade_no, amount, currency, created_at, expires_at,"
            + " accounts) VALUES (?, ?, ?, 'CNY', now() - interval '1 hour',"
            + " now() - ?::interval, string_to_array(?, ','))",
        owner,
        number,
        AMOUNT,
        expired,
        accounts.length == 0 ? null : String.join(",", accounts));
    return number;
  }

  String paid(StandIn gateway, String number) {
    gateway.order(number, State.PAID, AMOUNT);
    return number;
  }

  String status(String number) {
    return books.status(merchant, number);
  }

  /** The answer that is written down, or null. */
  String answer(String number, String account) {
    return books.text(
        "SELECT answer FROM payment_query WHERE merchant = ? AND out_trade_no = ? AND account = ?",
        merchant,
        number,
        account);
  }

  double answers(String account, String answer) {
    var counter =
        meters.find("oncepaid.query.answers").tags("account", account, "answer", answer).counter();
    return counter == null ? 0 : counter.count();
  }

  /** Begins rounds until something holds. */
  static void until(ActiveQuery instance, Callable<Boolean> holds) {
    await()
        .atMost(ofSeconds(60))
        .pollDelay(ofMillis(0))
        .pollInterval(ofMillis(50))
        .until(
            () -> {
              instance.round();
              return holds.call();
            });
  }
}
