package io.oncepaid.outbox;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import io.agroal.api.security.SimplePassword;
import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.Transactions;
import io.oncepaid.testing.Books;
import io.oncepaid.testing.TestPostgres;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Who may deliver what, as two instances see it in one database. With {@code
 * -Doncepaid.outbox.delivered=1000000} the plans are looked at beside a million delivered events.
 */
class ClaimsTest {
  private static final int DELIVERED = Integer.getInteger("oncepaid.outbox.delivered", 20_000);
  private static final Duration LEASE = ofSeconds(30);
  private static AgroalDataSource pool;
  private static Books books;
  private static Claims claims;
  private static Claims claimsOfOther;
  private static Outcomes outcomes;

  @BeforeAll
  static void start() throws SQLException {
    String url = TestPostgres.newDatabase();
    Flyway.configure().dataSource(url, "postgres", "postgres").load().migrate();
    pool =
        AgroalDataSource.from(
            new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(
                    settings ->
                        settings
                            .maxSize(8)
                            .connectionFactoryConfiguration(
                                factory ->
                                    factory
                                        .jdbcUrl(url)
                                        .initialSql(
                                            "SET enable_seqscan = off; SET enable_hashjoin = off;"
                                                + " SET enable_mergejoin = off")
                                        .principal(new NamePrincipal("postgres"))
                                        .credential(new SimplePassword("postgres")))));
    books = new Books(pool);
    Transactions transactions = new Transactions(pool);
    claims = new Claims(transactions);
    claimsOfOther = new Claims(new Transactions(pool));
    outcomes = new Outcomes(transactions, config());
  }

  private static OncepaidConfig config() {
    return new SmallRyeConfigBuilder()
        .addDiscoveredConverters()
        .withMapping(OncepaidConfig.class)
        .build()
        .getConfigMapping(OncepaidConfig.class);
  }

  @AfterAll
  static void stop() {
    pool.close();
  }

  @BeforeEach
  void wipe() {
    books.run("TRUNCATE outbox_event, disabled_destination");
  }

  @Test
  void only_the_oldest_pending_event_of_each_payment_is_handed_out() throws SQLException {
    write("e1", "A");
    write("e2", "A");
    write("e3", "B");
    write("e4", "");
    write("e5", "");

    assertThat(ids(claims.claim("m", 10, LEASE))).containsExactly("e1", "e3", "e4", "e5");
    assertThat(claimsOfOther.claim("m", 10, LEASE)).isEmpty();
  }

  @Test
  void the_next_one_follows_once_the_one_before_is_delivered_or_dead() throws SQLException {
    write("e1", "A");
    write("e2", "A");
    write("e3", "A");
    record(claims.claim("m", 10, LEASE), new Delivery.Delivered());
    List<Claimed> second = claims.claim("m", 10, LEASE);
    assertThat(ids(second)).containsExactly("e2");

    record(second, new Delivery.Refused("HTTP 400"));
    assertThat(books.text("SELECT status FROM outbox_event WHERE id = 'e2'")).isEqualTo("PENDING");
    assertThat(
            books.text("SELECT (next_attempt_at > now())::text FROM outbox_event WHERE id = 'e3'"))
        .as("it waits with the one that holds it back")
        .isEqualTo("true");

    books.run("UPDATE outbox_event SET next_attempt_at = now() WHERE id = 'e2'");
    books.run("UPDATE outbox_event SET trying_since = now() - interval '25 hours' WHERE id = 'e2'");
    record(claims.claim("m", 10, LEASE), new Delivery.Refused("HTTP 400"));
    assertThat(books.text("SELECT status FROM outbox_event WHERE id = 'e2'")).isEqualTo("DEAD");
    assertThat(ids(claims.claim("m", 10, LEASE))).containsExactly("e3");
  }

  @Test
  void a_lease_ends_by_the_database_and_then_only_the_new_owner_counts() throws SQLException {
    write("e1", "A");
    List<Claimed> first = claims.claim("m", 1, LEASE);
    assertThat(claimsOfOther.claim("m", 1, LEASE)).isEmpty();

    books.run("UPDATE outbox_event SET next_attempt_at = now()"); // the time has passed
    List<Claimed> second = claimsOfOther.claim("m", 1, LEASE);
    assertThat(second.get(0).attempt().number()).isEqualTo(2);

    assertThat(record(first, new Delivery.Refused("too late"))).isEmpty();
    assertThat(books.text("SELECT last_error FROM outbox_event")).isNull();
    assertThat(record(second, new Delivery.Delivered())).hasSize(1);
  }

  @Test
  void an_event_whose_transaction_commits_late_is_not_passed_over() throws SQLException {
    try (Connection slow = pool.getConnection()) {
      slow.setAutoCommit(false);
      insert(slow, "early", "A");
      write("late", "B");
      assertThat(ids(record(claims.claim("m", 10, LEASE)))).containsExactly("late");

      slow.commit();
      slow.setAutoCommit(true);
    }
    assertThat(ids(claims.claim("m", 10, LEASE))).containsExactly("early");
  }

  @Test
  void many_claimers_share_the_events_and_none_gets_another_ones() throws Exception {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO outbox_event (merchant, id, out_trade_no, type, payload)"
              + " SELECT 'm', 'e' || i, 'P' || i, 't', '{}' FROM generate_series(1, 500) i");
    }
    ConcurrentLinkedQueue<String> handedOut = new ConcurrentLinkedQueue<>();
    ExecutorService threads = Executors.newFixedThreadPool(6);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Claims mine = i % 2 == 0 ? claims : claimsOfOther;
      all.add(
          threads.submit(
              () -> {
                List<Claimed> some;
                do {
                  some = mine.claim("m", 7, LEASE);
                  handedOut.addAll(ids(some));
                } while (!some.isEmpty());
                return null;
              }));
    }
    for (Future<?> each : all) {
      each.get();
    }
    threads.shutdown();
    Set<String> different = new HashSet<>(handedOut);
    assertThat(handedOut).hasSameSizeAs(different);
    // A claimer that met only locked rows may have gone; what is left is still there for the next.
    different.addAll(ids(claims.claim("m", 500, LEASE)));
    assertThat(different).hasSize(500);
  }

  @Test
  void nothing_is_handed_out_for_a_disabled_destination() throws SQLException {
    write("e1", "A");
    write("e2", "B");
    List<Claimed> one = claims.claim("m", 1, LEASE);
    record(one, new Delivery.Disabled("HTTP 410"));

    books.run("UPDATE outbox_event SET next_attempt_at = now()");
    assertThat(claims.claim("m", 10, LEASE)).isEmpty();
    assertThat(claims.whoHasDueEvents(List.of("m", "n"))).isEmpty();
    Redelivery redelivery = new Redelivery(new Transactions(pool), new Wake());
    redelivery.enable("m");
    assertThat(claims.whoHasDueEvents(List.of("m", "n"))).containsExactly("m");
    assertThat(claims.claim("m", 10, LEASE)).hasSize(2);
  }

  @Test
  void claims_stay_on_their_index_however_much_was_delivered() throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO outbox_event (merchant, id, out_trade_no, type, payload, status,"
              + " delivered_at, attempts) SELECT 'm', 'd' || i, 'P' || (i / 2), 't', '{}',"
              + " 'DELIVERED', now(), 1 FROM generate_series(1, "
              + DELIVERED
              + ") i");
      statement.execute("ANALYZE outbox_event");
    }
    for (int i = 0; i < 100; i++) {
      write("e" + i, "P" + i);
    }
    String plan = explain();
    assertThat(plan)
        .contains("outbox_event_due")
        .contains("outbox_event_of_payment")
        .doesNotContain("Seq Scan on outbox_event");
    // No more rows are touched than were asked for.
    assertThat(plan.replaceAll("(?s).*?Buffers: shared hit=(\\d+).*", "$1"))
        .satisfies(pages -> assertThat(Integer.parseInt(pages)).isLessThan(2000));
  }

  private static String explain() throws SQLException {
    StringBuilder plan = new StringBuilder();
    try (Connection connection = pool.getConnection();
        PreparedStatement statement =
            connection.prepareStatement("EXPLAIN (ANALYZE, BUFFERS) " + Claims.CLAIM)) {
      statement.setString(1, "m");
      statement.setInt(2, 16);
      statement.setLong(3, 1000);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          plan.append(row.getString(1)).append('\n');
        }
      }
    }
    return plan.toString();
  }

  private static List<Claimed> record(List<Claimed> claimed) throws SQLException {
    record(claimed, new Delivery.Delivered());
    return claimed;
  }

  private static List<Outcomes.Row> record(List<Claimed> claimed, Delivery delivery)
      throws SQLException {
    return outcomes.record(
        claimed.stream().map(event -> new Outcome(null, event, delivery)).toList());
  }

  private static List<String> ids(List<Claimed> claimed) {
    return claimed.stream().map(event -> event.attempt().id()).sorted().toList();
  }

  private static void write(String id, String number) throws SQLException {
    try (Connection connection = pool.getConnection()) {
      insert(connection, id, number);
    }
  }

  private static void insert(Connection connection, String id, String number) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "INSERT INTO outbox_event (merchant, id, out_trade_no, type, payload)"
                + " VALUES ('m', ?, ?, 't', '{}')")) {
      statement.setString(1, id);
      statement.setString(2, number);
      statement.executeUpdate();
    }
  }
}
