package io.oncepaid.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.CannotStart;
import io.oncepaid.testing.TestPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DatabaseCheckTest {
  private static final Logger LOG = Logger.getLogger(DatabaseCheck.class.getName());

  private final List<String> said = new ArrayList<>();
  private final Handler listener = new Listener();

  @BeforeEach
  void listen() {
    LOG.addHandler(listener);
  }

  @AfterEach
  void stopListening() {
    LOG.removeHandler(listener);
  }

  private static void run(DatabaseCheck check, String setting) throws SQLException {
    String url = TestPostgres.newDatabase() + "&options=-c%20" + setting;
    try (Connection connection = DriverManager.getConnection(url)) {
      check.run(connection);
    }
  }

  private static DatabaseCheck check(Clock clock) {
    return new DatabaseCheck(clock);
  }

  @Test
  void a_commit_that_may_be_lost_is_noted() throws Exception {
    run(check(Clock.systemUTC()), "synchronous_commit=off");
    assertThat(said).anyMatch(line -> line.contains("synchronous_commit=off"));
    said.clear();
    run(check(Clock.systemUTC()), "synchronous_commit=local");
    assertThat(said).noneMatch(line -> line.contains("synchronous_commit"));
  }

  @Test
  void another_isolation_is_refused() {
    assertThatThrownBy(
            () ->
                run(check(Clock.systemUTC()), "default_transaction_isolation=repeatable%5C%20read"))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining("read committed");
  }

  /** The server of the tests runs without fsync. */
  @Test
  void a_server_without_fsync_is_noted() throws Exception {
    run(check(Clock.systemUTC()), "work_mem=4MB");
    assertThat(said).singleElement().asString().contains("fsync=off");
  }

  @Test
  void clocks_that_differ_are_noted() throws Exception {
    Clock late = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-40));
    run(check(late), "work_mem=4MB");
    assertThat(said).anyMatch(line -> line.contains("clock"));
    said.clear();
    run(check(Clock.offset(Clock.systemUTC(), Duration.ofSeconds(20))), "work_mem=4MB");
    assertThat(said).noneMatch(line -> line.contains("clock"));
  }

  @Test
  void a_clock_that_is_far_off_is_refused() {
    for (int minutes : new int[] {-6, 6}) {
      Clock wrong = Clock.offset(Clock.systemUTC(), Duration.ofMinutes(minutes));
      assertThatThrownBy(() -> run(check(wrong), "work_mem=4MB"))
          .isInstanceOf(CannotStart.class)
          .hasMessageContaining("NTP");
    }
  }

  private final class Listener extends Handler {
    @Override
    public void publish(LogRecord record) {
      said.add(record.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
