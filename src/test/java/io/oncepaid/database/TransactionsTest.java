package io.oncepaid.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.testing.TestPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

/** Every transaction carries its own limits, whatever the role or the server says. */
class TransactionsTest {

  @Test
  void a_commit_waits_for_the_disk_also_where_the_server_does_not() throws SQLException {
    assertThat(setting("synchronous_commit", "off")).isEqualTo("on");
    assertThat(setting("synchronous_commit", "remote_apply")).isEqualTo("remote_apply");
  }

  @Test
  void nothing_waits_for_ever() throws SQLException {
    assertThat(setting("lock_timeout", "0")).isEqualTo("300ms");
    assertThat(setting("statement_timeout", "0")).isEqualTo("1500ms");
    assertThat(setting("idle_in_transaction_session_timeout", "0")).isEqualTo("5s");
  }

  @Test
  void what_waits_for_the_commit_happens_after_it_and_never_without() throws SQLException {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(TestPostgres.newDatabase());
    Transactions transactions = new Transactions(database);
    List<String> happened = new ArrayList<>();
    assertThatThrownBy(
            () ->
                transactions.write(
                    connection -> {
                      transactions.afterCommit(() -> happened.add("of the one rolled back"));
                      throw new SQLException("changed my mind");
                    }))
        .hasMessage("changed my mind");
    transactions.write(
        connection -> {
          transactions.afterCommit(() -> happened.add("of the one committed"));
          return happened.add("work");
        });
    assertThat(happened).containsExactly("work", "of the one committed");
  }

  private static String setting(String name, String ofTheServer) throws SQLException {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(TestPostgres.newDatabase());
    database.setOptions("-c " + name + "=" + ofTheServer);
    return new Transactions(database).write(connection -> show(connection, name));
  }

  private static String show(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SHOW " + name)) {
      row.next();
      return row.getString(1);
    }
  }
}
