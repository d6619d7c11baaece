package io.oncepaid.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.testing.PackagedService;
import io.oncepaid.testing.PackagedService.Ended;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged service on its own database, killed in every way. */
class EmbeddedDatabaseIT {
  @TempDir static Path folder;

  private PackagedService service;

  @AfterEach
  void end() {
    if (service != null) {
      service.stop();
      service.close();
    }
  }

  private void start() {
    service = PackagedService.start(settings());
  }

  private static Map<String, String> settings() {
    return Map.of("oncepaid.data-dir", folder.toString(), "oncepaid.embedded-database", "true");
  }

  @Test
  void production_refuses_it_unless_asked() {
    Ended ended = PackagedService.run(Map.of("oncepaid.data-dir", folder.toString()));
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.lines())
        .singleElement()
        .asString()
        .contains("quarkus.datasource.jdbc.url", "oncepaid.embedded-database=true");
  }

  @Test
  void a_second_service_on_the_folder_says_who_has_it() {
    start();
    Ended second = PackagedService.run(settings());
    assertThat(second.code()).isEqualTo(1);
    assertThat(second.lines())
        .singleElement()
        .asString()
        .contains(folder.toString(), "process " + service.process().pid(), "jdbc-url");
  }

  @Test
  void the_server_ends_with_the_service() throws Exception {
    start();
    ProcessHandle server = server();
    service.stop();
    server.onExit().get(10, java.util.concurrent.TimeUnit.SECONDS);
    assertThat(folder.resolve("jdbc-url")).doesNotExist();
    assertThat(folder.resolve("data/postmaster.pid")).doesNotExist();
  }

  @Test
  void data_outlive_a_kill_of_the_service_and_of_its_server() throws Exception {
    start();
    int before = countAfterAdding();
    service.kill();
    assertThat(server().isAlive()).isTrue();
    start();
    assertThat(countAfterAdding()).isEqualTo(before + 1);
    service.kill();
    server().destroyForcibly();
    start();
    assertThat(countAfterAdding()).isEqualTo(before + 2);
  }

  @Test
  void it_is_ready_when_it_listens_and_not_without_its_server_but_stays_alive() throws Exception {
    start();
    assertThat(status("/q/health/ready")).isEqualTo(200);
    ProcessHandle server = server();
    server.destroyForcibly();
    server.onExit().join();
    assertThat(status("/q/health/ready")).isEqualTo(503);
    assertThat(status("/q/health/live")).isEqualTo(200);
  }

  private int status(String path) throws IOException, InterruptedException {
    URI uri = service.management().resolve(path);
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
        .statusCode();
  }

  private static int countAfterAdding() throws IOException, SQLException {
    String url = Files.readString(folder.resolve("jdbc-url")).strip();
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS kept (at timestamptz DEFAULT now())");
      statement.execute("INSERT INTO kept DEFAULT VALUES");
      try (ResultSet row = statement.executeQuery("SELECT count(*) FROM kept")) {
        row.next();
        return row.getInt(1);
      }
    }
  }

  private static ProcessHandle server() throws IOException {
    String pid = Files.readAllLines(folder.resolve("data/postmaster.pid")).get(0);
    return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
  }
}
