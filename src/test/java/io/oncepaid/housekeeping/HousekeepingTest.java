package io.oncepaid.housekeeping;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class HousekeepingTest {
  private static final PGSimpleDataSource DATABASE = new PGSimpleDataSource();
  private static final Books BOOKS = new Books(DATABASE);
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Housekeeper housekeeper = housekeeper();

  @BeforeAll
  static void start() {
    DATABASE.setUrl(TestPostgres.newDatabase());
    Flyway.configure().dataSource(DATABASE).load().migrate();
  }

  @BeforeEach
  void wipe() {
    BOOKS.run("TRUNCATE idempotency_record, outbox_event, outbox_event_archive, submit_token");
  }

  private Housekeeper housekeeper() {
    OncepaidConfig config =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(OncepaidConfig.class)
            .withDefaultValues(
                Map.of("oncepaid.merchants.m.api-key", "k", "oncepaid.merchants.n.api-key", "l"))
            .build()
            .getConfigMapping(OncepaidConfig.class);
    return new Housekeeper(
        List.of(new IdempotencyChore(config), new SubmitTokenChore(), new ArchiveChore(config)),
        new Batches(new Transactions(DATABASE)),
        meters);
  }

  @Test
  void answers_are_forgotten_after_a_day_whatever_their_status() {
    answers("old", "SUCCESS", 5000, "25 hours");
    answers("failed", "FAILED", 10, "25 hours");
    answers("young", "SUCCESS", 10, "23 hours");
    housekeeper.tidyUp();
    assertThat(BOOKS.list("SELECT DISTINCT left(key, 5) FROM idempotency_record"))
        .containsExactly("young");
    assertThat(BOOKS.number("SELECT count(*) FROM idempotency_record")).isEqualTo(10);
    assertThat(rows("idempotency")).isEqualTo(5010);
  }

  @Test
  void a_key_that_was_left_in_the_middle_may_be_claimed_again() {
    answers("stuck", "PROCESSING", 1, "11 minutes");
    answers("running", "PROCESSING", 1, "1 minute");
    housekeeper.tidyUp();
    assertThat(BOOKS.list("SELECT status FROM idempotency_record ORDER BY key"))
        .containsExactly("PROCESSING", "FAILED");
  }

  @Test
  void a_row_that_somebody_works_on_is_left_to_the_next_time() throws SQLException {
    answers("old", "SUCCESS", 3, "25 hours");
    try (Connection somebody = DATABASE.getConnection();
        Statement statement = somebody.createStatement()) {
      somebody.setAutoCommit(false);
      statement.execute("SELECT FROM idempotency_record WHERE key = 'old1' FOR UPDATE");
      housekeeper.tidyUp();
      assertThat(BOOKS.list("SELECT key FROM idempotency_record")).containsExactly("old1");
      somebody.rollback();
    }
    housekeeper.tidyUp();
    assertThat(BOOKS.list("SELECT key FROM idempotency_record")).isEmpty();
  }

  @Test
  void tokens_go_when_their_time_is_over() {
    BOOKS.run(
        "INSERT INTO submit_token SELECT 'm', 'old' || i, now() - interval '1 second'"
            + " FROM generate_series(1, 2500) i");
    BOOKS.run("INSERT INTO submit_token VALUES ('m', 'good', now() + interval '1 hour', now())");
    housekeeper.tidyUp();
    assertThat(BOOKS.list("SELECT token FROM submit_token")).containsExactly("good");
  }

  @Test
  void events_delivered_long_ago_are_moved_and_no_others() {
    events("m", "old", "DELIVERED", 1200, "31 days");
    events("m", "dead", "DEAD", 3, "31 days");
    events("m", "waiting", "PENDING", 3, "31 days");
    events("n", "also-old", "DELIVERED", 2, "31 days");
    events("m", "young", "DELIVERED", 700, "29 days");
    List<String> before = BOOKS.list("SELECT id || payload FROM outbox_event ORDER BY 1");

    housekeeper.tidyUp();

    assertThat(BOOKS.number("SELECT count(*) FROM outbox_event")).isEqualTo(706);
    assertThat(BOOKS.number("SELECT count(*) FROM outbox_event_archive")).isEqualTo(1202);
    assertThat(
            BOOKS.list(
                "SELECT id || payload FROM (SELECT id, payload FROM outbox_event"
                    + " UNION ALL SELECT id, payload FROM outbox_event_archive) e ORDER BY 1"))
        .isEqualTo(before);
  }

  @Test
  void one_instance_does_it_at_a_time() throws SQLException {
    answers("old", "SUCCESS", 3, "25 hours");
    new Batches(new Transactions(DATABASE))
        .run(
            connection -> {
              housekeeper.tidyUp();
              return null;
            });
    assertThat(BOOKS.number("SELECT count(*) FROM idempotency_record")).isEqualTo(3);
    assertThat(
            meters
                .counter(
                    "oncepaid.housekeeping.runs",
                    "chore",
                    "idempotency",
                    "outcome",
                    "other_instance")
                .count())
        .isOne();
  }

  @Test
  void the_walk_reads_a_range_of_pages_and_not_the_table() throws SQLException {
    answers("old", "SUCCESS", 100, "1 hour");
    try (Connection connection = DATABASE.getConnection();
        Statement asInService = connection.createStatement();
        PreparedStatement statement =
            connection.prepareStatement("EXPLAIN " + IdempotencyChore.PURGE)) {
      asInService.execute("SET enable_seqscan = off");
      statement.setString(1, "(0,0)");
      statement.setString(2, "(256,0)");
      statement.setLong(3, 1);
      StringBuilder plan = new StringBuilder();
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          plan.append(row.getString(1)).append('\n');
        }
      }
      assertThat(plan).contains("Tid Range Scan on idempotency_record", "Tid Scan on");
    }
  }

  private double rows(String chore) {
    return meters.counter("oncepaid.housekeeping.rows", "chore", chore).count();
  }

  private static void answers(String key, String status, int count, String age) {
    BOOKS.run(
        "INSERT INTO idempotency_record (merchant, key, fingerprint, status, answer, created_at)"
            + " SELECT 'm', ? || i, 'v1:', ?, 'APPLIED', now() - ?::interval"
            + " FROM generate_series(1, ?) i",
        key,
        status,
        age,
        count);
  }

  private static void events(String merchant, String id, String status, int count, String age) {
    BOOKS.run(
        "INSERT INTO outbox_event (merchant, id, out_trade_no, type, payload, status, created_at,"
            + " delivered_at) SELECT ?, ? || i, 'P' || i, 't', '{\"i\":' || i || '}', ?,"
            + " now() - ?::interval, CASE ? WHEN 'DELIVERED' THEN now() - ?::interval END"
            + " FROM generate_series(1, ?) i",
        merchant,
        id,
        status,
        age,
        status,
        age,
        count);
  }
}
