package io.oncepaid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * PgBouncer in transaction mode gives the next transaction another connection, and this one to
 * somebody else. So nothing may be left on a connection, nor be expected there: locks and settings
 * end with their transaction.
 */
class SharedConnectionsTest {
  private static final Path MAIN = Path.of("main");

  /** At the beginning of a statement; UPDATE has its SET, too. */
  private static final Pattern OUTLIVES_ITS_TRANSACTION =
      Pattern.compile(
          "pg_(try_)?advisory_(?!xact)\\w*"
              + "|(?<=[\";])\\s*(SET (?!LOCAL\\b)|RESET |LISTEN |PREPARE |DISCARD |LOAD )\\w*"
              + "|set_config\\([^()]*,\\s*false\\s*\\)"
              + "|CREATE (GLOBAL |LOCAL )?TEMP(?!\\w+ TABLE \\w+ ON COMMIT DROP)"
              + "|WITH HOLD\\b"
              + "|\\.(setTransactionIsolation|setReadOnly|setSchema|setClientInfo)\\(");

  /** These two open connections of their own, by a URL that leads past the pooler. */
  private static final Set<String> OWN_CONNECTION = Set.of("Listener.java", "Migrations.java");

  @Test
  void no_lock_or_setting_outlives_its_transaction() throws IOException {
    List<String> found = new ArrayList<>();
    List<Path> sources = sources();
    for (Path source : sources) {
      Matcher matcher = OUTLIVES_ITS_TRANSACTION.matcher(Files.readString(source));
      if (matcher.find()) {
        found.add(source.getFileName() + ": " + matcher.group().strip());
      }
    }
    assertThat(sources).hasSizeGreaterThan(100);
    assertThat(found)
        .allMatch(line -> OWN_CONNECTION.contains(line.substring(0, line.indexOf(':'))))
        .hasSameSizeAs(OWN_CONNECTION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT pg_advisory_lock(1)",
        "SELECT pg_try_advisory_lock_shared(1)",
        "\"SET lock_timeout = 0\"",
        "\"\"\"\n      SET search_path TO other",
        "\"SET LOCAL a = 1; SET SESSION b = 2\"",
        "SELECT set_config('lock_timeout', '300ms', false)",
        "\"LISTEN events\"",
        "CREATE TEMP TABLE mine (n int)",
        "DECLARE c CURSOR WITH HOLD FOR SELECT 1",
        "connection.setReadOnly(true)"
      })
  void what_would_is_found(String text) {
    assertThat(text).containsPattern(OUTLIVES_ITS_TRANSACTION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT pg_advisory_xact_lock(1)",
        "SELECT pg_try_advisory_xact_lock(1)",
        "\"SET LOCAL lock_timeout = '1ms'\"",
        "UPDATE payment\n   SET status = ?",
        "SELECT set_config('lock_timeout', '300ms', true)"
      })
  void what_ends_with_its_transaction_is_let_through(String text) {
    assertThat(text).doesNotContainPattern(OUTLIVES_ITS_TRANSACTION);
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(MAIN)) {
      return files.filter(file -> file.toString().matches(".*\\.(java|sql)")).toList();
    }
  }
}
