package io.oncepaid.reconciliation.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Keeps a run's bill as evidence before it is compared, in one transaction. A run that was taken
 * over from a process that died compares the bill that was kept then, whatever is offered now.
 */
final class KeptBill {
  private final Connection connection;
  private final RunLedger ledger;
  private final Evidence evidence;

  KeptBill(Connection connection, RunLedger ledger, Evidence evidence) {
    this.connection = connection;
    this.ledger = ledger;
    this.evidence = evidence;
  }

  Comparer.Compared compare(RunRow run, Request request, Comparer comparer, Progress progress)
      throws SQLException, IOException {
    if (run.sha256() == null) {
      progress.step("keeping " + request.billName());
      String sha256 = evidence.keep(request.bill());
      ledger.bill(run, request.billName(), sha256);
      return inTransaction(
          () ->
              comparer.compare(run, request.bill(), request.billName(), request.format(), sha256));
    }
    Path restored = Files.createTempFile("bill", null);
    try {
      evidence.restore(run.sha256(), restored);
      return inTransaction(
          () -> comparer.compare(run, restored, run.billName(), request.format(), run.sha256()));
    } finally {
      Files.deleteIfExists(restored);
    }
  }

  /** The work of a transaction. */
  @FunctionalInterface
  private interface Work {
    Comparer.Compared run() throws SQLException, IOException;
  }

  /** All statements see the same books: the service goes on booking meanwhile. */
  private Comparer.Compared inTransaction(Work work) throws SQLException, IOException {
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
    connection.setAutoCommit(false);
    boolean done = false;
    try {
      Comparer.Compared compared = work.run();
      connection.commit();
      done = true;
      return compared;
    } finally {
      if (!done) {
        connection.rollback();
      }
      connection.setAutoCommit(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
    }
  }
}
