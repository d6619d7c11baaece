package io.oncepaid.api;

import java.sql.SQLException;
import java.sql.SQLTransientException;

/** Tells a database that cannot be asked now from a mistake of ours. */
final class DatabaseAway {
  private DatabaseAway() {}

  /**
   * True for a lost or refused connection (08), a server that is full, starting or stopping (53,
   * 57P), a time limit (55P03, 57014), a deadlock (40) and a pool that had no connection to give.
   */
  static boolean isCauseOf(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException e && (isAway(e.getSQLState()) || isPoolTimeout(e))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAway(String sqlState) {
    return sqlState != null
        && (sqlState.startsWith("08")
            || sqlState.startsWith("53")
            || sqlState.startsWith("57P")
            || sqlState.startsWith("40")
            || sqlState.equals("55P03")
            || sqlState.equals("57014"));
  }

  /** The pool's own exception has no SQLSTATE. */
  private static boolean isPoolTimeout(SQLException e) {
    return e.getSQLState() == null
        && (e instanceof SQLTransientException || e.getMessage().startsWith("Acquisition timeout"));
  }
}
