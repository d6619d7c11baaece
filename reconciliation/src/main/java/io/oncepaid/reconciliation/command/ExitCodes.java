package io.oncepaid.reconciliation.command;

import io.oncepaid.reconciliation.CannotRun;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.SQLException;

/** What the commands answer to whoever started them. */
final class ExitCodes {
  static final int BALANCED = 0;
  static final int DIFFERENCES = 1;
  static final int INCOMPLETE = 2;

  private ExitCodes() {}

  /** A command's work. */
  @FunctionalInterface
  interface Work {
    int run() throws SQLException, IOException;
  }

  /** Tells troubles in words, on the error stream, as exit code 2. */
  static int of(PrintWriter errors, Work work) {
    try {
      return work.run();
    } catch (CannotRun | IOException | SQLException e) {
      errors.println(e.getMessage());
      errors.flush();
      return INCOMPLETE;
    }
  }
}
