package io.oncepaid;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.testing.TestPostgres;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class SchemaTest {
  @Inject DataSource database;

  @Test
  void migrations_make_every_table() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
                    + " AND tablename IN ('payment', 'idempotency_record', 'payment_flow',"
                    + " 'payment_case', 'payment_history', 'outbox_event', 'submit_token')")) {
      rows.next();
      assertThat(rows.getInt(1)).isEqualTo(7);
    }
  }
}
