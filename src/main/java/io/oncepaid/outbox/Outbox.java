package io.oncepaid.outbox;

import io.oncepaid.database.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Writes events in the transaction of the change that they tell of: both happen, or neither. */
@ApplicationScoped
public class Outbox {
  private static final String APPEND =
      """
      INSERT INTO outbox_event (merchant, id, out_trade_no, type, payload)
      SELECT merchant, id, out_trade_no, type, payload
        FROM unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::text[])
             WITH ORDINALITY AS n (merchant, id, out_trade_no, type, payload, i)
       ORDER BY i
      """;

  private final Clock clock;
  private final Transactions transactions;
  private final Wake wake;

  Outbox(Clock clock, Transactions transactions, Wake wake) {
    this.clock = clock;
    this.transactions = transactions;
    this.wake = wake;
  }

  /** Appends one event for each, in order; once they are committed, whoever delivers is woken. */
  public void append(Connection connection, List<Event.About> abouts) throws SQLException {
    if (abouts.isEmpty()) {
      return;
    }
    Instant now = clock.instant();
    int size = abouts.size();
    String[] merchants = new String[size];
    String[] ids = new String[size];
    String[] numbers = new String[size];
    String[] types = new String[size];
    String[] payloads = new String[size];
    for (int i = 0; i < size; i++) {
      Event event = Event.of(abouts.get(i), now);
      merchants[i] = event.about().merchant();
      ids[i] = event.id();
      numbers[i] = event.about().outTradeNo();
      types[i] = event.about().type();
      payloads[i] = event.payload();
    }
    try (PreparedStatement statement = connection.prepareStatement(APPEND)) {
      statement.setArray(1, connection.createArrayOf("text", merchants));
      statement.setArray(2, connection.createArrayOf("text", ids));
      statement.setArray(3, connection.createArrayOf("text", numbers));
      statement.setArray(4, connection.createArrayOf("text", types));
      statement.setArray(5, connection.createArrayOf("text", payloads));
      statement.executeUpdate();
    }
    Set<String> written = Set.copyOf(Arrays.asList(merchants));
    transactions.afterCommit(() -> wake.written(written));
  }
}
