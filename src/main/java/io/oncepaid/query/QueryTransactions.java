package io.oncepaid.query;

import io.oncepaid.database.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The active query's way to the database. However many accounts are asked at once, it takes few
 * connections from the pool, and leaves the others to callbacks.
 */
@ApplicationScoped
class QueryTransactions {
  private static final int MOST = 2;
  private static final int PATIENCE_S = 5;

  private final Semaphore places = new Semaphore(MOST, true);
  private final Transactions transactions;

  QueryTransactions(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Runs work in one transaction, as {@link Transactions#write}.
   *
   * @throws SQLException also when the others take too long
   */
  <T> T write(Transactions.Work<T> work) throws SQLException, InterruptedException {
    if (!places.tryAcquire(PATIENCE_S, TimeUnit.SECONDS)) {
      throw new SQLException("other queries hold the connections");
    }
    try {
      return transactions.write(work);
    } finally {
      places.release();
    }
  }
}
