package io.oncepaid.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncepaid.database.Transactions;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/**
 * A call with an Idempotency-Key is done once. Key, work and answer share one transaction: a crash
 * leaves nothing behind, so no key is ever stuck.
 */
@ApplicationScoped
class IdempotentCall {
  // Held to the end of the transaction. Two keys of the same hash only wait for each other's turn.
  private static final String LOCK =
      "SELECT pg_try_advisory_xact_lock(hashtextextended(? || chr(10) || ?, 0))";

  private static final String LOOK =
      """
      SELECT fingerprint, http_status, http_headers, http_body
        FROM idempotency_record
       WHERE merchant = ? AND key = ? AND status = 'SUCCESS'
      """;

  // A FAILED call changed nothing: the key is free for another attempt, with other content too.
  private static final String CLAIM =
      """
      INSERT INTO idempotency_record AS r (merchant, key, fingerprint, status)
      VALUES (?, ?, ?, 'PROCESSING')
          ON CONFLICT (merchant, key) DO UPDATE
         SET fingerprint = excluded.fingerprint, status = excluded.status, created_at = now()
       WHERE r.status = 'FAILED'
      """;

  private static final String FINISH =
      """
      UPDATE idempotency_record
         SET status = ?, answer = ?, http_status = ?, http_headers = ?, http_body = ?
       WHERE merchant = ? AND key = ?
      """;

  private static final TypeReference<Map<String, String>> HEADERS = new TypeReference<>() {};

  private final Transactions transactions;
  private final ObjectMapper json;

  IdempotentCall(Transactions transactions, ObjectMapper json) {
    this.transactions = transactions;
    this.json = json;
  }

  /**
   * What the key stands for.
   *
   * @param operation such as {@code POST /payments}
   * @param key as the client chose it
   * @param fingerprint of the content
   */
  record Call(String merchant, String operation, String key, String fingerprint) {
    String scopedKey() {
      return "api:" + operation + ":" + key;
    }
  }

  /** Either an answer or the reason why there is none. */
  private record End(Response response, Problem problem) {}

  /**
   * Does the work, or answers as the first call with this key was answered.
   *
   * @param work throws Problem only when it has changed nothing
   * @throws Problem the work's own (the key may be used again), 422 for other content, 409 while
   *     the first call is under way
   */
  Response run(Call call, Transactions.Work<StoredResponse> work) throws SQLException {
    End end = transactions.write(connection -> once(connection, call, work));
    if (end.problem() != null) {
      throw end.problem();
    }
    return end.response();
  }

  private End once(Connection connection, Call call, Transactions.Work<StoredResponse> work)
      throws SQLException {
    if (!lock(connection, call)) {
      throw underWay();
    }
    Response replay = replay(connection, call);
    if (replay != null) {
      return new End(replay, null);
    }
    if (!claim(connection, call)) {
      throw underWay();
    }
    try {
      StoredResponse response = work.run(connection);
      finish(connection, call, "SUCCESS", response);
      return new End(response.response(false), null);
    } catch (Problem refusal) {
      finish(connection, call, "FAILED", null);
      return new End(null, refusal);
    }
  }

  private static Problem underWay() {
    return Problem.of(
            409, "IN_PROGRESS", "The first request with this Idempotency-Key is still under way.")
        .field(IdempotencyKey.HEADER)
        .header("Retry-After", "1");
  }

  private static boolean lock(Connection connection, Call call) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
      statement.setString(1, call.merchant());
      statement.setString(2, call.scopedKey());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  private Response replay(Connection connection, Call call) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOOK)) {
      statement.setString(1, call.merchant());
      statement.setString(2, call.scopedKey());
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return null;
        }
        if (!row.getString("fingerprint").equals(call.fingerprint())) {
          throw Problem.of(
                  422,
                  "KEY_REUSED",
                  "This Idempotency-Key was used for a request of other content.")
              .field(IdempotencyKey.HEADER);
        }
        return new StoredResponse(
                row.getInt("http_status"),
                headers(row.getString("http_headers")),
                row.getBytes("http_body"))
            .response(true);
      }
    }
  }

  private static boolean claim(Connection connection, Call call) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
      statement.setString(1, call.merchant());
      statement.setString(2, call.scopedKey());
      statement.setString(3, call.fingerprint());
      return statement.executeUpdate() == 1;
    }
  }

  private void finish(Connection connection, Call call, String status, StoredResponse response)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(FINISH)) {
      statement.setString(1, status);
      statement.setString(2, response == null ? null : "HTTP " + response.status());
      statement.setObject(3, response == null ? null : response.status(), java.sql.Types.INTEGER);
      statement.setString(4, response == null ? null : text(response.headers()));
      statement.setBytes(5, response == null ? null : response.body());
      statement.setString(6, call.merchant());
      statement.setString(7, call.scopedKey());
      statement.executeUpdate();
    }
  }

  private Map<String, String> headers(String text) {
    try {
      return json.readValue(text, HEADERS);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private String text(Map<String, String> headers) {
    try {
      return json.writeValueAsString(headers);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
