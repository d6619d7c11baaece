package io.oncepaid;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Reads the source tree: what a reviewer would have to watch for, a machine watches. */
class TidyTest {
  private static final Path MAIN = Path.of("main/java/io/oncepaid");
  private static final Pattern IMPORT =
      Pattern.compile("^import (?:static )?io\\.oncepaid\\.([a-z]+)\\.", Pattern.MULTILINE);

  /** What each package may know; api stands above all, gateway knows only itself. */
  private static final Map<String, Set<String>> MAY_IMPORT =
      Map.ofEntries(
          Map.entry("gateway", Set.of()),
          Map.entry("outbox", Set.of("database")),
          Map.entry("pipeline", Set.of("gateway", "outbox", "database")),
          Map.entry("payment", Set.of("gateway", "outbox", "pipeline")),
          Map.entry("query", Set.of("gateway", "pipeline", "payment", "database")),
          Map.entry("api", Set.of("gateway", "outbox", "pipeline", "payment", "database")),
          Map.entry("messages", Set.of("gateway", "outbox", "pipeline", "api")),
          Map.entry("database", Set.of()),
          Map.entry("housekeeping", Set.of("database")),
          Map.entry("start", Set.of("gateway", "database")),
          Map.entry("simulate", Set.of("database", "start")));

  private static final Pattern FORBIDDEN =
      Pattern.compile(
          "Instant\\.now\\(\\)|new Date\\(|System\\.currentTimeMillis|System\\.out|@Transactional"
              + "|printStackTrace|Class\\.forName|\\bdouble\\b.*[aA]mount|\\bfloat\\b");

  /** The command line speaks to a terminal. */
  private static final Set<String> SPEAKS_TO_A_TERMINAL = Set.of("", "simulate");

  @Test
  void dependencies_between_packages_run_one_way() throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Path file : sources()) {
      String from = packageOf(file);
      Matcher imports = IMPORT.matcher(Files.readString(file));
      while (imports.find()) {
        String to = imports.group(1);
        if (!to.equals(from)
            && MAY_IMPORT.containsKey(from)
            && !MAY_IMPORT.get(from).contains(to)) {
          wrong.add(file + " -> " + to);
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void every_package_has_a_place_in_the_order() throws IOException {
    assertThat(sources().stream().map(TidyTest::packageOf).distinct())
        .allMatch(name -> name.isEmpty() || MAY_IMPORT.containsKey(name));
  }

  @Test
  void nothing_that_the_style_forbids() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : sources()) {
      Matcher matcher = FORBIDDEN.matcher(Files.readString(file));
      if (!SPEAKS_TO_A_TERMINAL.contains(packageOf(file)) && matcher.find()) {
        found.add(file + ": " + matcher.group());
      }
    }
    assertThat(found).isEmpty();
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(MAIN)) {
      return files.filter(file -> file.toString().endsWith(".java")).toList();
    }
  }

  private static String packageOf(Path file) {
    Path inside = MAIN.relativize(file);
    return inside.getNameCount() == 1 ? "" : inside.getName(0).toString();
  }
}
