package io.oncepaid.outbox;

import io.oncepaid.database.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Where the merchants' events go, and whether they do. */
@ApplicationScoped
public class DestinationStates {
  private static final String READ =
      """
      SELECT m.merchant, d.disabled_at, d.reason,
             (SELECT count(*) FROM outbox_event e
               WHERE e.merchant = m.merchant AND e.status = 'PENDING'),
             (SELECT count(*) FROM outbox_event e
               WHERE e.merchant = m.merchant AND e.status = 'DEAD')
        FROM unnest(?::text[]) AS m (merchant)
        LEFT JOIN disabled_destination d ON d.merchant = m.merchant
       ORDER BY m.merchant
      """;

  private final Transactions transactions;
  private final Destinations destinations;

  DestinationStates(Transactions transactions, Destinations destinations) {
    this.transactions = transactions;
    this.destinations = destinations;
  }

  /**
   * A merchant's destination.
   *
   * @param destination {@code webhook} or {@code kafka}; null where events wait to be read
   * @param disabledAt since when it wants no events; null as long as it does
   * @param reason what it answered then
   * @param pending events that are to be delivered
   * @param dead events that were given up
   */
  public record State(
      String merchant,
      String destination,
      Instant disabledAt,
      String reason,
      long pending,
      long dead) {}

  /** One state for each of these merchants, in the order of their names. */
  public List<State> of(Collection<String> merchants) throws SQLException {
    return transactions.read(
        connection -> {
          List<State> states = new ArrayList<>();
          try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setArray(1, connection.createArrayOf("text", merchants.toArray()));
            try (ResultSet row = statement.executeQuery()) {
              while (row.next()) {
                states.add(state(row));
              }
            }
          }
          return states;
        });
  }

  private State state(ResultSet row) throws SQLException {
    var disabledAt = row.getTimestamp(2);
    return new State(
        row.getString(1),
        destinations.nameOf(row.getString(1)).orElse(null),
        disabledAt == null ? null : disabledAt.toInstant(),
        row.getString(3),
        row.getLong(4),
        row.getLong(5));
  }
}
