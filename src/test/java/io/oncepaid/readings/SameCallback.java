package io.oncepaid.readings;

import io.oncepaid.testing.Books;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** E2: the same paid callback comes five times. Paid is what a row count says. */
final class SameCallback {
  private static final String NAME = "E2 the same paid callback 5 times";
  private static final int TIMES = 5;

  private static final String UNCONDITIONAL =
      """
      UPDATE payment
         SET status = 'PAID', account = 'a', transaction_id = 'tx', paid_at = now()
       WHERE merchant = 'readings' AND out_trade_no = ?
      """;

  private static final String CONDITIONAL = UNCONDITIONAL + " AND status = 'PENDING'";

  private final DataSource database;
  private final Books books;

  SameCallback(DataSource database) {
    this.database = database;
    this.books = new Books(database);
  }

  List<Reading> read() throws SQLException {
    for (String number : List.of("unconditional", "conditional", "shipped")) {
      books.register("readings", number, 100, "CNY");
    }
    pay(CONDITIONAL, "shipped");
    books.run("UPDATE payment SET status = 'SHIPPED' WHERE out_trade_no = 'shipped'");
    return List.of(
        new Reading(
            NAME, "unconditional UPDATE", "5 times paid", paid(UNCONDITIONAL, "unconditional")),
        new Reading(
            NAME,
            "UPDATE … WHERE status = 'PENDING'",
            "paid once",
            paid(CONDITIONAL, "conditional")),
        new Reading(NAME, "unconditional, SHIPPED to PAID", "refused, SHIPPED", jump()));
  }

  private String paid(String update, String number) throws SQLException {
    int paid = 0;
    for (int i = 0; i < TIMES; i++) {
      paid += pay(update, number);
    }
    return paid == 1 ? "paid once" : paid + " times paid";
  }

  private int pay(String update, String number) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement statement = connection.prepareStatement(update)) {
      statement.setString(1, number);
      return statement.executeUpdate();
    }
  }

  /** The trigger payment_transition is the second guard, for whoever forgets the condition. */
  private String jump() {
    String end;
    try {
      end = pay(UNCONDITIONAL, "shipped") + " times paid";
    } catch (SQLException refusal) {
      end = refusal.getMessage().contains("from SHIPPED to PAID") ? "refused" : refusal.toString();
    }
    return end + ", " + books.status("readings", "shipped");
  }
}
