package io.oncepaid.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.Driver;

/** Counts straight from the tables what the payments of one run have left there. */
final class DatabaseBooks {
  /** Range instead of LIKE: the columns compare by bytes, so the keys' indexes serve it. */
  private static final String OF_RUN =
      " WHERE merchant = ? AND out_trade_no >= ? AND out_trade_no < ?";

  private static final String COUNTS =
      "SELECT 'payments ' || status, count(*) FROM payment"
          + OF_RUN
          + " GROUP BY 1"
          + " UNION ALL SELECT 'payments, minor units refunded', sum(refunded_amount) FROM payment"
          + OF_RUN
          + " UNION ALL SELECT 'flow ' || kind || ', rows', count(*) FROM payment_flow"
          + OF_RUN
          + " GROUP BY 1"
          + " UNION ALL SELECT 'flow ' || kind || ', minor units', sum(amount) FROM payment_flow"
          + OF_RUN
          + " GROUP BY 1"
          + " UNION ALL SELECT 'cases ' || kind || ' ' || status, count(*) FROM payment_case"
          + OF_RUN
          + " GROUP BY 1"
          + " UNION ALL SELECT 'events ' || type, count(*) FROM outbox_event"
          + OF_RUN
          + " GROUP BY 1";
  private static final int PARTS = 6;

  private DatabaseBooks() {}

  /** The URL that the service's embedded database has left in its data directory. */
  static Optional<String> urlIn(Path dataDirectory) {
    Path file = dataDirectory.resolve("jdbc-url");
    try {
      return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * @param prefix the beginning of every out_trade_no of the run, ending in '-'
   */
  static Books read(String jdbcUrl, String prefix) throws SQLException {
    Books found = new Books();
    try (Connection connection = connect(jdbcUrl);
        PreparedStatement statement = connection.prepareStatement(COUNTS)) {
      for (int part = 0; part < PARTS; part++) {
        statement.setString(part * 3 + 1, Shop.MERCHANT);
        statement.setString(part * 3 + 2, prefix);
        statement.setString(part * 3 + 3, prefix.replace('-', '.'));
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(rows.getString(1), rows.getLong(2));
        }
      }
    }
    return found;
  }

  private static Connection connect(String jdbcUrl) throws SQLException {
    Properties login = new Properties();
    login.setProperty("user", "postgres");
    login.setProperty("connectTimeout", "5");
    Connection connection = new Driver().connect(jdbcUrl, login);
    if (connection == null) {
      throw new SQLException("not a URL of PostgreSQL");
    }
    return connection;
  }
}
