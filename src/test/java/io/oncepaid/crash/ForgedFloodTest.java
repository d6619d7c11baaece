package io.oncepaid.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.simulate.Callback;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.Books;
import io.oncepaid.testing.Wire;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Layer 1 needs no database, so whoever forges cannot load it. */
@QuarkusTest
@TestProfile(CrashProfile.class)
class ForgedFloodTest extends CrashTest {
  private static final int CONNECTIONS = 8;
  private static final int ROUNDS = 40;
  private static final int POOL = 20;

  private static final String STATEMENTS =
      "SELECT pid || ' ' || query_start || ' ' || state_change FROM pg_stat_activity"
          + " WHERE datname = 'postgres' AND pid <> pg_backend_pid() ORDER BY pid";
  private static final String TRANSACTIONS =
      "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'postgres'";

  @Test
  void a_forged_flood_causes_no_database_statement() throws Exception {
    // The look itself must not count: it comes from another database.
    Books aside = new Books(postgres.database("template1"));
    List<byte[]> forgeries = forgeries();
    reportStatistics();
    List<String> statements = aside.list(STATEMENTS);
    long transactions = aside.number(TRANSACTIONS);

    List<Future<Integer>> senders = new ArrayList<>();
    for (int i = 0; i < CONNECTIONS; i++) {
      senders.add(inBackground(() -> flood(forgeries)));
    }
    int refused = 0;
    for (Future<Integer> sender : senders) {
      refused += sender.get();
    }

    assertThat(refused).isEqualTo(CONNECTIONS * ROUNDS * forgeries.size());
    assertThat(aside.list(STATEMENTS)).isEqualTo(statements);
    reportStatistics();
    assertThat(aside.number(TRANSACTIONS) - transactions).as("those of the report").isEqualTo(POOL);
  }

  private int flood(List<byte[]> forgeries) throws Exception {
    int refused = 0;
    try (Wire wire = new Wire(port())) {
      for (int round = 0; round < ROUNDS; round++) {
        for (byte[] forgery : forgeries) {
          int status = wire.send(forgery).status();
          refused += status == 400 || status == 401 ? 1 : 0;
        }
      }
    }
    return refused;
  }

  private List<byte[]> forgeries() throws Exception {
    Trade trade = registered();
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    PrivateKey stranger = generator.generateKeyPair().getPrivate();
    List<Callback> forgeries = new ArrayList<>(alipay.forgeries(trade, stranger));
    forgeries.addAll(wechat.forgeries(trade, stranger));
    forgeries.add(new Callback(alipay.account(), wechat.paid(trade, 0).headers(), new byte[0]));
    return forgeries.stream().map(Wire::request).toList();
  }

  /**
   * Lets every connection of the pool hand in its counts, which it else does now and then, and only
   * after a statement that reads a table.
   */
  private void reportStatistics() throws SQLException {
    List<Connection> connections = new ArrayList<>();
    try {
      for (int i = 0; i < POOL; i++) {
        connections.add(pool.getConnection());
      }
      for (Connection connection : connections) {
        try (Statement statement = connection.createStatement()) {
          statement.execute("SELECT pg_stat_force_next_flush() FROM pg_class LIMIT 1");
        }
      }
    } finally {
      for (Connection connection : connections) {
        connection.close();
      }
    }
  }
}
