package io.oncepaid.housekeeping;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Walks a table from its first page to its last, some pages at a time. A part costs the same
 * whether it finds much or nothing, and no index is needed, which every payment would pay for.
 */
final class PageWalk {
  private static final long PAGES = 256;

  private PageWalk() {}

  /**
   * Runs a statement for each part of the table.
   *
   * @param statement its parameters: the first and, exclusive, the last place as texts to be cast
   *     to tid, then an age in milliseconds
   * @return how many rows it changed in all
   */
  static long over(String table, String statement, long ageMillis, Batches batches)
      throws SQLException {
    long pages = batches.run(connection -> pages(connection, table));
    long changed = 0;
    for (long first = 0; first < pages; first += PAGES) {
      String from = "(" + first + ",0)";
      String until = "(" + (first + PAGES) + ",0)";
      changed +=
          batches.run(
              connection -> {
                try (PreparedStatement part = connection.prepareStatement(statement)) {
                  part.setString(1, from);
                  part.setString(2, until);
                  part.setLong(3, ageMillis);
                  return part.executeUpdate();
                }
              });
    }
    return changed;
  }

  private static long pages(java.sql.Connection connection, String table) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(
            "SELECT pg_relation_size(?::regclass) / current_setting('block_size')::bigint")) {
      statement.setString(1, table);
      try (ResultSet row = statement.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }
}
