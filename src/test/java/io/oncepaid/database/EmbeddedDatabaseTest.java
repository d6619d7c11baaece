package io.oncepaid.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.oncepaid.CannotStart;
import io.oncepaid.database.EmbeddedDatabase.Access;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All tests but the destructive ones share one folder, as one installation does over its years. */
class EmbeddedDatabaseTest {
  private static final int NOBODY = 65534;

  @TempDir static Path shared;
  @TempDir Path empty;

  private EmbeddedDatabase database;

  @AfterEach
  void stop() {
    if (database != null) {
      database.stop();
    }
  }

  private Access start(Path folder) {
    database = EmbeddedDatabase.in(folder);
    return database.start();
  }

  @Test
  void data_are_still_there_after_a_restart() throws SQLException {
    int before = countAfterAdding(start(shared));
    database.stop();
    assertThat(countAfterAdding(start(shared))).isEqualTo(before + 1);
  }

  @Test
  void data_are_still_there_after_the_server_was_killed() throws Exception {
    int before = countAfterAdding(start(shared));
    kill(server());
    giveUp();
    assertThat(countAfterAdding(start(shared))).isEqualTo(before + 1);
  }

  @Test
  void a_server_that_outlived_its_process_is_stopped_and_its_port_used_again() throws Exception {
    Access first = start(shared);
    ProcessHandle left = server();
    giveUp();
    assertThat(left.isAlive()).isTrue();
    Access second = start(shared);
    left.onExit().get(10, TimeUnit.SECONDS);
    assertThat(second.jdbcUrl()).isEqualTo(first.jdbcUrl());
  }

  @Test
  void a_pid_file_that_names_an_unrelated_process_is_stale() throws Exception {
    start(shared);
    Path pidFile = shared.resolve("data/postmaster.pid");
    List<String> lines = Files.readAllLines(pidFile);
    kill(server());
    giveUp();
    Process unrelated = new ProcessBuilder("sleep", "60").start();
    try {
      lines.set(0, Long.toString(unrelated.pid()));
      Files.write(pidFile, lines);
      assertThat(countAfterAdding(start(shared))).isPositive();
      assertThat(unrelated.isAlive()).isTrue();
    } finally {
      unrelated.destroyForcibly();
    }
  }

  @Test
  void another_port_is_taken_when_the_last_one_is_in_use() throws Exception {
    int last = port(start(shared));
    database.stop();
    try (ServerSocket taken = new ServerSocket(last, 1, InetAddress.getLoopbackAddress())) {
      assertThat(port(start(shared))).isNotEqualTo(taken.getLocalPort());
    }
  }

  @Test
  void a_second_user_of_the_folder_is_told_who_has_it() {
    start(shared);
    assertThatThrownBy(() -> EmbeddedDatabase.in(shared))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining(shared.toString())
        .hasMessageContaining("process " + ProcessHandle.current().pid());
    assertThat(server().isAlive()).isTrue();
  }

  @Test
  void only_the_owner_learns_how_to_connect_and_only_while_the_server_runs() throws Exception {
    Access access = start(shared);
    Path jdbcUrl = shared.resolve("jdbc-url");
    assertThat(Files.readString(jdbcUrl))
        .isEqualTo(
            "%s?user=%s&password=%s\n"
                .formatted(access.jdbcUrl(), access.user(), access.password()));
    for (Path secret : List.of(jdbcUrl, shared.resolve("password"))) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
          .isEqualTo("rw-------");
    }
    try (Connection connection = DriverManager.getConnection(Files.readString(jdbcUrl).strip())) {
      assertThat(connection.isValid(1)).isTrue();
    }
    assertThatThrownBy(() -> DriverManager.getConnection(access.jdbcUrl(), "oncepaid", "guess"))
        .isInstanceOf(SQLException.class);
    database.stop();
    assertThat(jdbcUrl).doesNotExist();
  }

  @Test
  void it_is_durable_and_listens_on_the_loopback_interface_only() throws SQLException {
    Access access = start(shared);
    assertThat(ask(access, "SHOW fsync")).isEqualTo("on");
    assertThat(ask(access, "SHOW synchronous_commit")).isEqualTo("on");
    assertThat(ask(access, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
    assertThat(ask(access, "SELECT rolsuper::text FROM pg_roles WHERE rolname = current_user"))
        .isEqualTo("false");
    assertThat(ask(access, "SHOW server_version"))
        .isEqualTo(ServerFiles.VERSION.substring(0, ServerFiles.VERSION.lastIndexOf('.')));
  }

  @Test
  void scratch_of_a_process_killed_while_it_made_the_data_is_cleared_away() throws Exception {
    Path scratch = Files.createDirectories(empty.resolve("scratch-123/base"));
    Files.writeString(scratch.resolve("half"), "half of a file");
    assertThat(countAfterAdding(start(empty))).isEqualTo(1);
    try (Stream<Path> content = Files.list(empty)) {
      assertThat(content.map(path -> path.getFileName().toString()))
          .noneMatch(name -> name.startsWith("scratch-"));
    }
  }

  @Test
  void half_a_data_folder_is_refused_and_left_as_it_is() throws IOException {
    Path data = Files.createDirectories(empty.resolve("data/base"));
    Files.writeString(data.resolveSibling("PG_VERSION"), "18\n");
    Files.writeString(data.resolve("1"), "what is left of somebody's data");
    Files.writeString(empty.resolve("password"), "pw");
    assertThatThrownBy(() -> EmbeddedDatabase.in(empty))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining(empty.resolve("data").toString())
        .hasMessageContaining("backup");
    assertThat(data.resolve("1")).hasContent("what is left of somebody's data");
  }

  @Test
  void data_of_another_version_are_refused_and_left_as_they_are() throws IOException {
    Path control = Files.createDirectories(empty.resolve("data/global")).resolve("pg_control");
    Files.writeString(control, "control");
    Files.writeString(empty.resolve("data/PG_VERSION"), "15\n");
    Files.writeString(empty.resolve("password"), "pw");
    assertThatThrownBy(() -> EmbeddedDatabase.in(empty))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining("PostgreSQL 15")
        .hasMessageContaining("pg_upgrade");
    assertThat(control).hasContent("control");
  }

  @Test
  void data_of_somebody_else_are_refused() throws IOException {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can give files away");
    Path data = Files.createDirectories(empty.resolve("data"));
    Files.writeString(empty.resolve("password"), "pw");
    for (Path path : List.of(empty, Files.createFile(empty.resolve("lock")), data)) {
      Files.setAttribute(path, "unix:uid", NOBODY);
    }
    assertThatThrownBy(() -> EmbeddedDatabase.in(empty))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining(data.toString())
        .hasMessageContaining("belongs to");
  }

  @Test
  void a_lost_password_is_named() throws IOException {
    Files.createDirectories(empty.resolve("data"));
    assertThatThrownBy(() -> EmbeddedDatabase.in(empty))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining(empty.resolve("password").toString());
  }

  @Test
  void a_folder_that_is_a_file_is_named() throws IOException {
    Path file = Files.writeString(empty.resolve("file"), "");
    assertThatThrownBy(() -> EmbeddedDatabase.in(file))
        .isInstanceOf(CannotStart.class)
        .hasMessageContaining(file.toString());
  }

  private static int countAfterAdding(Access access) throws SQLException {
    try (Connection connection = connect(access);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE IF NOT EXISTS kept (at timestamptz DEFAULT now())");
      statement.execute("INSERT INTO kept DEFAULT VALUES");
    }
    return Integer.parseInt(ask(access, "SELECT count(*)::text FROM kept"));
  }

  private static String ask(Access access, String question) throws SQLException {
    try (Connection connection = connect(access);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(question)) {
      row.next();
      return row.getString(1);
    }
  }

  private static Connection connect(Access access) throws SQLException {
    return DriverManager.getConnection(access.jdbcUrl(), access.user(), access.password());
  }

  private static int port(Access access) {
    return URI.create(access.jdbcUrl().substring("jdbc:".length())).getPort();
  }

  private static ProcessHandle server() {
    try {
      String pid = Files.readAllLines(shared.resolve("data/postmaster.pid")).get(0);
      return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void kill(ProcessHandle process) {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** What happens to the folder's lock when the process is killed. */
  private void giveUp() throws IOException {
    database.abandon();
    database = null;
  }
}
