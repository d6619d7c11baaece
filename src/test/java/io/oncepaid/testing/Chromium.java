package io.oncepaid.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Assumptions;

/**
 * A real browser without a window, led by its own driver over HTTP (W3C WebDriver): the mouse moves
 * and clicks as a person's would. Where there is none a test is skipped, unless REQUIRE_CHROMIUM is
 * set, as it is in CI: then it fails.
 */
public final class Chromium implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(90);
  private static final Pattern PORT = Pattern.compile("successfully on port (\\d+)");
  private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--disable-dev-shm-usage",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--window-size=800,900");

  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient http = HttpClient.newHttpClient();
  private final Process driver;
  private final Path log;
  private final Path profile;
  private final String session;

  private Chromium(Path chromedriver, Path chromium) throws IOException {
    log = Files.createTempFile("chromedriver-", ".log");
    profile = Files.createTempDirectory("chromium-");
    driver =
        new ProcessBuilder(chromedriver.toString(), "--port=0")
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    Map<String, Object> options =
        Map.of(
            "binary",
            chromium.toString(),
            "args",
            Stream.concat(FLAGS.stream(), Stream.of("--user-data-dir=" + profile)).toList());
    Map<String, Object> wanted = Map.of("alwaysMatch", Map.of("goog:chromeOptions", options));
    String sessions = "http://127.0.0.1:" + port() + "/session";
    session =
        sessions + "/" + post(sessions, Map.of("capabilities", wanted)).path("sessionId").asText();
  }

  /** Starts a browser, or skips the test. */
  public static Chromium start() throws IOException {
    Path chromedriver = program("chromedriver");
    Path chromium = program("chromium");
    if (chromedriver == null || chromium == null) {
      String missing = "chromium and chromedriver are not on the PATH";
      if (System.getenv("REQUIRE_CHROMIUM") != null) {
        Assertions.fail(missing + ", and REQUIRE_CHROMIUM is set");
      }
      Assumptions.abort(missing + ": skipped (apt-get install chromium chromium-driver)");
    }
    return new Chromium(chromedriver, chromium);
  }

  public void open(URI page) {
    post(session + "/url", Map.of("url", page.toString()));
  }

  /** Two clicks of the left button, one right after the other. */
  public void doubleClick(String selector) {
    Map<String, Object> element = Map.of(ELEMENT, find(selector).path(ELEMENT).asText());
    List<Object> actions =
        List.of(
            Map.of("type", "pointerMove", "x", 0, "y", 0, "duration", 0, "origin", element),
            Map.of("type", "pointerDown", "button", 0),
            Map.of("type", "pointerUp", "button", 0),
            Map.of("type", "pointerDown", "button", 0),
            Map.of("type", "pointerUp", "button", 0));
    post(
        session + "/actions",
        Map.of("actions", List.of(Map.of("type", "pointer", "id", "mouse", "actions", actions))));
  }

  public void type(String selector, String text) {
    String element = session + "/element/" + find(selector).path(ELEMENT).asText();
    post(element + "/clear", Map.of());
    post(element + "/value", Map.of("text", text));
  }

  /** The value of a JavaScript expression. */
  public JsonNode evaluate(String expression) {
    return post(
        session + "/execute/sync", Map.of("script", "return " + expression, "args", List.of()));
  }

  /** Waits until a JavaScript expression is true. */
  public void await(String expression) {
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> evaluate("Boolean(" + expression + ")").booleanValue());
  }

  /** The page as a PNG, for people. */
  public void picture(Path file) throws IOException {
    String png = send(HttpRequest.newBuilder(URI.create(session + "/screenshot"))).asText();
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(png));
  }

  private JsonNode find(String selector) {
    return post(session + "/element", Map.of("using", "css selector", "value", selector));
  }

  private int port() {
    return Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> {
              Matcher port = PORT.matcher(Files.readString(log));
              return port.find() ? Integer.parseInt(port.group(1)) : 0;
            },
            port -> port > 0);
  }

  private JsonNode post(String url, Map<String, Object> body) {
    return send(
        HttpRequest.newBuilder(URI.create(url))
            .POST(BodyPublishers.ofString(json.valueToTree(body).toString())));
  }

  private JsonNode send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> answer =
          http.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new AssertionError("the browser's driver says: " + answer.body());
      }
      return json.readTree(answer.body()).path("value");
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static Path program(String name) {
    return Stream.of(System.getenv("PATH").split(":"))
        .map(folder -> Path.of(folder, name))
        .filter(Files::isExecutable)
        .findFirst()
        .orElse(null);
  }

  /** Ends the browser and deletes what it kept. */
  @Override
  public void close() throws IOException {
    try {
      send(HttpRequest.newBuilder(URI.create(session)).DELETE());
    } finally {
      driver.descendants().forEach(ProcessHandle::destroyForcibly);
      driver.destroyForcibly();
      Files.deleteIfExists(log);
      delete(profile);
    }
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException | UncheckedIOException stillInUse) {
      // The browser's last process may still write; the folder is a temporary one.
    }
  }
}
