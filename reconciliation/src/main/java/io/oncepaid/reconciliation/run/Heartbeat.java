package io.oncepaid.reconciliation.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Renews the lease of a run from a thread and a connection of its own, until it is closed. */
final class Heartbeat implements AutoCloseable {
  private final Thread thread;
  private volatile boolean lost;

  Heartbeat(Database database, RunRow run, Duration lease) {
    thread = new Thread(() -> beat(database, run, lease), "lease");
    thread.setDaemon(true);
    thread.start();
  }

  /** True when another process may have taken the run over. */
  boolean isLost() {
    return lost;
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void beat(Database database, RunRow run, Duration lease) {
    try (Connection connection = database.connect()) {
      RunLedger ledger = new RunLedger(connection, lease);
      while (!lost) {
        Thread.sleep(Math.max(50, lease.toMillis() / 3));
        lost = !ledger.renew(run);
      }
    } catch (SQLException e) {
      lost = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
