package io.oncepaid;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.pipeline.PaymentStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The papers at the root say what is so. */
class DocumentsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path TESTS = ROOT.resolve("src/test/java");
  private static final Path SOURCES = ROOT.resolve("src/main/java");

  @Test
  void the_picture_of_the_states_is_the_state_machine() throws IOException {
    Set<String> drawn = all("    ([A-Z]+ --> [A-Z]+)", architecture());
    Set<String> declared = new TreeSet<>();
    PaymentStatus.TRANSITIONS.forEach(
        (from, to) -> to.forEach(status -> declared.add(from + " --> " + status)));

    assertThat(drawn).isEqualTo(declared);
  }

  @Test
  void every_test_that_proves_a_promise_exists() throws IOException {
    Set<String> named = all("`(\\w+(?:Test|IT|Contract)\\.\\w+)`", architecture());

    assertThat(named).isNotEmpty();
    for (String test : named) {
      String[] parts = test.split("\\.");
      assertThat(sourceOf(TESTS, parts[0])).as(test).contains("void " + parts[1] + "(");
    }
  }

  @Test
  void every_class_and_constraint_that_is_named_exists() throws IOException {
    Set<String> classes = all("`(?:[a-z/]+/)?([A-Z][a-z]+[A-Z]\\w+)`", architecture());
    classes.removeIf(name -> name.matches(".*(Test|IT|Contract)"));
    for (String name : classes) {
      assertThat(sourceOf(SOURCES, name)).as(name).isNotEmpty();
    }
    String ddl = migrations();
    for (String constraint : all("`([a-z]+_[a-z_]+)`", promises())) {
      assertThat(ddl).as(constraint).contains(constraint);
    }
  }

  @Test
  void every_link_leads_somewhere() throws IOException {
    for (Path paper : papers()) {
      for (String link : all("\\]\\((?!http)([^)#]+)\\)", read(paper))) {
        assertThat(paper.resolveSibling(link)).as(paper.toString()).exists();
      }
    }
  }

  @Test
  void the_papers_stay_short() throws IOException {
    assertThat(architecture().lines().count()).isLessThanOrEqualTo(150);
    assertThat(read(ROOT.resolve("CONTRIBUTING.md")).lines().count()).isLessThanOrEqualTo(80);
  }

  /** Those at the root, and everything in docs. */
  private static List<Path> papers() throws IOException {
    try (Stream<Path> root = Files.list(ROOT);
        Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
      return Stream.concat(root, docs).filter(file -> file.toString().endsWith(".md")).toList();
    }
  }

  private static String promises() throws IOException {
    String text = architecture();
    return text.substring(text.indexOf("## Promises"), text.indexOf("## States"));
  }

  private static String architecture() throws IOException {
    return read(ROOT.resolve("ARCHITECTURE.md"));
  }

  private static String migrations() throws IOException {
    try (Stream<Path> files = Files.list(ROOT.resolve("src/main/resources/db/migration"))) {
      return files.map(DocumentsTest::read).collect(Collectors.joining());
    }
  }

  private static String sourceOf(Path folder, String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.endsWith(name + ".java"))
          .map(DocumentsTest::read)
          .collect(Collectors.joining());
    }
  }

  private static Set<String> all(String pattern, String text) {
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    Set<String> found = new TreeSet<>();
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
