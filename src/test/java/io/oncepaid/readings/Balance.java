package io.oncepaid.readings;

import io.oncepaid.testing.Books;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.List;
import javax.sql.DataSource;

/** E4: eight threads take from a balance that is enough for five. */
final class Balance {
  private static final String TAKE =
      "UPDATE balance SET amount = amount - ? WHERE owner = 'payer' AND amount >= ?";
  private static final long EACH = 100;

  private final DataSource database;
  private final Books books;

  Balance(DataSource database) {
    this.database = database;
    this.books = new Books(database);
  }

  List<Reading> read() throws Exception {
    books.run("CREATE TABLE balance (owner text PRIMARY KEY, amount bigint NOT NULL)");
    books.run("INSERT INTO balance VALUES ('payer', ?)", 5 * EACH);
    List<Integer> taken =
        Together.run(
            meet -> {
              try (Connection connection = database.getConnection();
                  PreparedStatement take = connection.prepareStatement(TAKE)) {
                take.setLong(1, EACH);
                take.setLong(2, EACH);
                meet.await();
                return take.executeUpdate();
              }
            });
    return List.of(
        new Reading(
            "E4 8 threads take from a balance for 5",
            "UPDATE … WHERE balance >= x",
            "5 succeed, 0 left",
            "%d succeed, %d left"
                .formatted(
                    taken.stream().mapToInt(Integer::intValue).sum(),
                    books.number("SELECT amount FROM balance"))));
  }
}
