package io.oncepaid.database;

import io.oncepaid.CannotStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jboss.logging.Logger;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * An own PostgreSQL for one machine. Its data outlives the process, also one that was killed: what
 * can be mended at the start is mended, the rest ends in one line; nothing is ever wiped.
 */
public final class EmbeddedDatabase {
  private static final Logger LOG = Logger.getLogger(EmbeddedDatabase.class);
  private static final String NAME = "oncepaid";

  private final Home home;
  private final Postmaster postmaster;

  private EmbeddedDatabase(Home home, Postmaster postmaster) {
    this.home = home;
    this.postmaster = postmaster;
  }

  /** How to connect. */
  public record Access(String jdbcUrl, String user, String password) {}

  /**
   * Takes the folder for this process and makes what is missing in it; no server runs yet.
   *
   * @throws CannotStart naming the path and the remedy
   */
  public static EmbeddedDatabase in(Path dataDir) {
    try {
      return in(Home.open(dataDir));
    } catch (IOException e) {
      throw unusable(dataDir, e);
    }
  }

  private static EmbeddedDatabase in(Home home) throws IOException {
    boolean prepared = false;
    try {
      home.password();
      Path ours = home.ours();
      Cluster.check(home.data(), ours);
      Programs programs = Programs.of(ServerFiles.unpackedIn(home.folder), ours);
      Files.delete(ours);
      Cluster.complete(home, programs);
      prepared = true;
      return new EmbeddedDatabase(home, new Postmaster(home, programs));
    } finally {
      if (!prepared) {
        home.close();
      }
    }
  }

  /**
   * Starts the server and makes the service's database in it.
   *
   * @throws CannotStart naming the path and the remedy
   */
  public Access start() {
    try {
      int port = postmaster.start();
      Access access = new Access(url(port, NAME), NAME, home.password());
      makeDatabase(port, access);
      home.publish(access.jdbcUrl() + "?user=" + NAME + "&password=" + access.password());
      LOG.infof("Embedded PostgreSQL on port %d, data in %s", port, home.folder);
      return access;
    } catch (IOException e) {
      throw unusable(home.folder, e);
    }
  }

  /** Stops the server if it runs and gives the folder back. */
  public void stop() {
    try {
      home.unpublish();
      postmaster.stop();
      home.close();
    } catch (IOException e) {
      LOG.warnf("The embedded PostgreSQL in %s did not stop: %s", home.folder, e);
    }
  }

  /** For tests: ends like a process that was killed, with the server running. */
  void abandon() throws IOException {
    home.close();
  }

  private void makeDatabase(int port, Access access) {
    PGSimpleDataSource server = new PGSimpleDataSource();
    server.setURL(url(port, "postgres"));
    server.setUser("postgres");
    server.setPassword(access.password());
    try (Connection connection = server.getConnection();
        Statement statement = connection.createStatement()) {
      if (isMissing(statement, "SELECT 1 FROM pg_roles WHERE rolname = '" + NAME + "'")) {
        // The password is base64: it needs no quoting.
        statement.execute("CREATE ROLE oncepaid LOGIN PASSWORD '" + access.password() + "'");
      }
      if (isMissing(statement, "SELECT 1 FROM pg_database WHERE datname = '" + NAME + "'")) {
        statement.execute("CREATE DATABASE oncepaid OWNER oncepaid");
      }
    } catch (SQLException e) {
      throw new CannotStart(
          "the embedded PostgreSQL in %s refuses us (%s): restore %s if it was changed"
              .formatted(home.folder, e.getMessage(), home.passwordFile()));
    }
  }

  private static boolean isMissing(Statement statement, String question) throws SQLException {
    try (ResultSet rows = statement.executeQuery(question)) {
      return !rows.next();
    }
  }

  private static String url(int port, String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
  }

  private static CannotStart unusable(Path folder, IOException e) {
    return new CannotStart(
        "oncepaid.data-dir: %s cannot be used (%s): mend that, or name another folder"
            .formatted(folder.toAbsolutePath().normalize(), e));
  }
}
