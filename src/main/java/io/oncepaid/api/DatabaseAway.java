package io.oncepaid.api;

import java.sql.SQLException;

/** Tells a database that cannot be asked now from a mistake of ours. */
final class DatabaseAway {
  private DatabaseAway() {}

  /**
   * True for whatever the database or the pool says, except that our statement or its data is
   * wrong: a lost or refused connection, a server that is full, starting or stopping, a time limit,
   * a deadlock, and, without a SQLSTATE, a pool that had no connection to give.
   */
  static boolean isCauseOf(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e) {
        return e.getSQLState() == null || !isOurMistake(e.getSQLState());
      }
    }
    return false;
  }

  // Not possible (0A), data (22), constraints (23), syntax and rights (42), limits (54), triggers.
  private static boolean isOurMistake(String sqlState) {
    return sqlState.matches("(0A|22|23|42|54|P0).*");
  }
}
