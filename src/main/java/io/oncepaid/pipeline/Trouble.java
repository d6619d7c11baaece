package io.oncepaid.pipeline;

import io.oncepaid.database.Transactions.CommitUnknown;
import java.sql.SQLException;

/** What an error of the database means for a group, by SQLSTATE. */
enum Trouble {
  /** A notice holds what the database refuses: each alone finds out which. */
  DATA,
  /** A lock or the statement took too long: each alone, so that one waits for itself only. */
  TIMEOUT,
  /** A deadlock or a serialization failure: nothing is wrong with any of them. */
  AGAIN,
  /** No database, or nobody knows what it did: no second try, the sender repeats. */
  GONE;

  static Trouble of(SQLException error) {
    String state = error.getSQLState();
    if (state == null || error instanceof CommitUnknown) {
      return GONE;
    }
    return switch (state) {
      case "55P03", "57014" -> TIMEOUT;
      case "40P01", "40001" -> AGAIN;
      case "P0001" -> DATA;
      default ->
          switch (state.substring(0, 2)) {
            // 54: a value exceeds a limit of the database, such as the size of an index row.
            case "22", "23", "54" -> DATA;
            default -> GONE;
          };
    };
  }
}
