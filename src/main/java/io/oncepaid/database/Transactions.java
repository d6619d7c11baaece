package io.oncepaid.database;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * The one place where a transaction begins and ends. Limits are set for the transaction only, so
 * that they hold on any role and behind a pooler that shares connections between transactions.
 */
@ApplicationScoped
public class Transactions {
  private static final String LIMITS =
      """
      SELECT set_config('lock_timeout', '300ms', true),
             set_config('statement_timeout', '1500ms', true),
             set_config('idle_in_transaction_session_timeout', '5s', true),
             -- What is acknowledged must be on disk; remote_apply and the like are left alone.
             set_config('synchronous_commit',
                        CASE current_setting('synchronous_commit')
                            WHEN 'off' THEN 'on'
                            ELSE current_setting('synchronous_commit')
                        END, true)
      """;

  // The least that PostgreSQL takes; 0 would be for ever.
  private static final String DO_NOT_WAIT = "SET LOCAL lock_timeout = '1ms'";

  private final DataSource database;
  private final ThreadLocal<List<Runnable>> afterCommit = new ThreadLocal<>();

  public Transactions(DataSource database) {
    this.database = database;
  }

  /** Work inside a transaction. */
  @FunctionalInterface
  public interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  /** The connection broke while COMMIT was under way: nobody knows whether it happened. */
  public static final class CommitUnknown extends SQLException {
    private static final long serialVersionUID = 1L;

    CommitUnknown(SQLException cause) {
      super("the outcome of COMMIT is unknown", "08007", cause);
    }
  }

  /** Runs reads that need no transaction, each statement for itself. */
  public <T> T read(Work<T> work) throws SQLException {
    try (Connection connection = database.getConnection()) {
      return work.run(connection);
    }
  }

  /**
   * Runs work in one transaction and commits it; whatever it throws rolls it back.
   *
   * @throws CommitUnknown when COMMIT was sent and its answer did not come
   */
  public <T> T write(Work<T> work) throws SQLException {
    boolean committed = false;
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      boolean done = false;
      try {
        limit(connection);
        T result = work.run(connection);
        done = true;
        commit(connection);
        committed = true;
        return result;
      } finally {
        if (!done) {
          rollBack(connection);
        }
        restore(connection);
      }
    } finally {
      runAfterCommit(committed);
    }
  }

  /**
   * Lets this thread do something once its transaction is committed and the connection given back;
   * after a rollback, or where the outcome is unknown, it is forgotten. It must be quick and must
   * not fail: whoever asked still waits for the answer.
   */
  public void afterCommit(Runnable task) {
    if (afterCommit.get() == null) {
      afterCommit.set(new ArrayList<>(1));
    }
    afterCommit.get().add(task);
  }

  private void runAfterCommit(boolean committed) {
    List<Runnable> tasks = afterCommit.get();
    if (tasks != null) {
      afterCommit.remove();
      if (committed) {
        tasks.forEach(Runnable::run);
      }
    }
  }

  /** Lets the rest of this transaction fail at once where it would wait for a lock. */
  public static void doNotWait(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(DO_NOT_WAIT);
    }
  }

  private static void limit(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(LIMITS);
    }
  }

  private static void commit(Connection connection) throws CommitUnknown {
    try {
      connection.commit();
    } catch (SQLException e) {
      throw new CommitUnknown(e);
    }
  }

  private static void rollBack(Connection connection) {
    try {
      connection.rollback();
    } catch (SQLException alreadyGone) {
      // The server has rolled back what a broken connection left.
    }
  }

  private static void restore(Connection connection) {
    try {
      connection.setAutoCommit(true);
    } catch (SQLException alreadyGone) {
      // The pool throws a broken connection away.
    }
  }
}
