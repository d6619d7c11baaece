package io.oncepaid.housekeeping;

import io.oncepaid.database.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * Each part of a chore is a short transaction of its own, with a pause after it, so that payments
 * never wait for it. While one instance is in such a transaction, no other one is.
 */
@ApplicationScoped
class Batches {
  private static final Duration PAUSE = Duration.ofMillis(5);
  private static final String ALONE =
      "SELECT pg_try_advisory_xact_lock(hashtextextended('oncepaid.housekeeping', 0))";

  private final Transactions transactions;

  Batches(Transactions transactions) {
    this.transactions = transactions;
  }

  /** Another instance tidies up at this moment. */
  static final class OtherInstanceWorks extends SQLException {
    private static final long serialVersionUID = 1L;

    OtherInstanceWorks() {
      super("another instance tidies up");
    }
  }

  /**
   * Does one part.
   *
   * @throws OtherInstanceWorks without having done anything
   */
  <T> T run(Transactions.Work<T> part) throws SQLException {
    T result =
        transactions.write(
            connection -> {
              if (!isAlone(connection)) {
                throw new OtherInstanceWorks();
              }
              return part.run(connection);
            });
    LockSupport.parkNanos(PAUSE.toNanos());
    return result;
  }

  private static boolean isAlone(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(ALONE)) {
      row.next();
      return row.getBoolean(1);
    }
  }
}
