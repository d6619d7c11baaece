package io.oncepaid.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.simulate.Shop;
import io.oncepaid.simulate.SimulateCommand;
import io.oncepaid.testing.PackagedService;
import io.oncepaid.testing.PackagedService.Ended;
import io.oncepaid.testing.TestPostgres;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged service on the roles of {@code deploy/database}, as it runs in production. */
class LeastPrivilegeIT {
  private static final Path SQL = Path.of("../deploy/database");

  @TempDir Path folder;

  private final String url = TestPostgres.newDatabase();

  private String as(String role) {
    return url.replaceFirst("user=\\w+", "user=" + role);
  }

  private Map<String, String> settings(String role) {
    Map<String, String> settings = new HashMap<>();
    settings.put("quarkus.datasource.jdbc.url", as(role));
    settings.put("quarkus.datasource.username", role);
    settings.put("quarkus.datasource.password", "none");
    return settings;
  }

  private void run(String role, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(as(role));
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void the_owner_migrates_and_the_service_serves_without_owning_anything() throws Exception {
    run("postgres", Files.readString(SQL.resolve("roles.sql")));
    Shop shop = Shop.openOrMake(folder, Clock.systemUTC());
    Map<String, String> service = settings("oncepaid_service");
    service.putAll(shop.settings());
    service.put("oncepaid.database.migrate", "never");

    Ended early = PackagedService.run(service);
    assertThat(early.code()).isEqualTo(1);
    assertThat(early.lines()).last().asString().contains("run the command migrate");

    Ended migrated = PackagedService.run(settings("oncepaid_owner"), "migrate");
    assertThat(migrated.code()).as(migrated.output()).isZero();
    assertThat(migrated.lines()).last().isEqualTo("The schema is up to date.");
    assertThat(migrated.output()).doesNotContain("ERROR");
    run("oncepaid_owner", Files.readString(SQL.resolve("grants.sql")));

    try (PackagedService running = PackagedService.start(service)) {
      simulationCloses(running);
    }
    theBooksRefuse();
    theSchemaOfALaterVersionDoesNoHarm();
  }

  /** An instance of the old version must start, and restart, while the new one is rolled out. */
  private void theSchemaOfALaterVersionDoesNoHarm() throws SQLException {
    run(
        "oncepaid_owner",
        "INSERT INTO flyway_schema_history VALUES"
            + " (9999, '9999', 'later', 'SQL', 'V9999__later.sql', 1, 'owner', now(), 1, true)");

    Ended again = PackagedService.run(settings("oncepaid_owner"), "migrate");

    assertThat(again.code()).as(again.output()).isZero();
  }

  private void simulationCloses(PackagedService running) {
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    List<String> arguments =
        List.of(
            "--url",
            running.url().toString(),
            "--shop",
            folder.toString(),
            "--jdbc-url",
            url,
            "--payments",
            "60");
    int code =
        SimulateCommand.run(
            arguments, Clock.systemUTC(), new PrintStream(said, true, StandardCharsets.UTF_8));
    assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
  }

  private void theBooksRefuse() {
    for (String book : List.of("payment_flow", "payment_history")) {
      refuses("UPDATE " + book + " SET out_trade_no = 'other'");
      refuses("DELETE FROM " + book);
      refuses("TRUNCATE " + book);
      refuses("ALTER TABLE " + book + " DISABLE TRIGGER ALL");
    }
    refuses("DELETE FROM payment");
    refuses("DELETE FROM payment_case");
    refuses("UPDATE flyway_schema_history SET success = false");
    refuses("CREATE TABLE mine (n int)");
    refuses("SET session_replication_role = replica");
  }

  private void refuses(String sql) {
    assertThatThrownBy(() -> run("oncepaid_service", sql))
        .as(sql)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
  }
}
