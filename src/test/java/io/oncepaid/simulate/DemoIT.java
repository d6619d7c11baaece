package io.oncepaid.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncepaid.testing.PackagedService;
import io.oncepaid.testing.PackagedService.Ended;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The README's first command and its curl, as they are typed. */
class DemoIT {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir static Path folder;

  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void the_demo_closes_its_table_and_then_takes_a_callback_by_hand() throws Exception {
    try (PackagedService demo =
        PackagedService.launch(settings(), "demo", "--payments", "40", "--duplicates", "3")) {
      await().atMost(PATIENCE).until(() -> demo.output().contains("keeps running"));
      assertThat(demo.output()).contains("The table closes: nothing lost, nothing twice.");
      URI service = printedAddress(demo.output());

      for (int i = 0; i < 3; i++) {
        assertThat(sendCallback(service)).isEqualTo("success");
      }
      assertThat(timeline(service)).containsOnlyOnce("\"entry\":\"FLOW\"");
      assertThat(orderForm(service)).contains("Place order");
      demo.stop();
    }
  }

  @Test
  void a_run_that_is_asked_for_once_ends_with_its_exit_code() {
    try (PackagedService demo =
        PackagedService.launch(
            settings(), "demo", "--once", "--payments", "12", "--duplicates", "2", "--seed", "7")) {
      await().atMost(PATIENCE).until(() -> !demo.process().isAlive());

      assertThat(demo.output()).contains("The table closes");
      assertThat(demo.process().exitValue()).isZero();
    }
  }

  @Test
  void it_refuses_a_database_that_is_not_its_own() {
    Ended ended =
        PackagedService.run(
            Map.of("quarkus.datasource.jdbc.url", "jdbc:postgresql://127.0.0.1:1/books"), "demo");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.lines()).singleElement().asString().contains("embedded database only");
  }

  @Test
  void an_option_that_is_none_is_named_before_anything_starts() {
    Ended ended = PackagedService.run(settings(), "demo", "--payment", "3");

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.lines()).singleElement().asString().contains("unknown option --payment");
  }

  private static Map<String, String> settings() {
    return Map.of("oncepaid.data-dir", folder.toString());
  }

  private static URI printedAddress(String output) {
    Matcher address = Pattern.compile("keeps running at (\\S+);").matcher(output);
    assertThat(address.find()).isTrue();
    return URI.create(address.group(1));
  }

  private String sendCallback(URI service) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(service.resolve("/callbacks/alipay-demo"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofFile(folder.resolve("demo/callback.form")))
            .build();
    return http.send(request, BodyHandlers.ofString()).body();
  }

  private String orderForm(URI service) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(service.resolve("/order-form")).build();
    return http.send(request, BodyHandlers.ofString()).body();
  }

  private String timeline(URI service) throws IOException, InterruptedException {
    String key = Files.readString(folder.resolve("demo/api-key"));
    HttpRequest request =
        HttpRequest.newBuilder(service.resolve("/payments/demo-1/timeline"))
            .header("Authorization", "Bearer " + key)
            .build();
    return http.send(request, BodyHandlers.ofString()).body();
  }
}
