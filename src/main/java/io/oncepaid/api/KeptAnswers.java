package io.oncepaid.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncepaid.api.IdempotentCall.Call;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** The rows of idempotency_record that stand for calls: one statement for each step of a call. */
@ApplicationScoped
class KeptAnswers {
  // Held to the end of the transaction. Two keys of the same hash only wait for each other's turn.
  private static final String LOCK =
      "SELECT pg_try_advisory_xact_lock(hashtextextended(? || chr(10) || ?, 0))";

  // Without a lifetime the interval is null, and an answer counts for as long as it is kept.
  private static final String STARTED = "coalesce(now() - make_interval(secs => ?), '-infinity')";

  private static final String LOOK =
      """
      SELECT fingerprint, http_status, http_headers, http_body
        FROM idempotency_record
       WHERE merchant = ? AND key = ? AND status = 'SUCCESS' AND created_at > %s
      """
          .formatted(STARTED);

  // A FAILED call changed nothing: the key is free for another attempt, with other content too.
  private static final String CLAIM =
      """
      INSERT INTO idempotency_record AS r (merchant, key, fingerprint, status)
      VALUES (?, ?, ?, 'PROCESSING')
          ON CONFLICT (merchant, key) DO UPDATE
         SET fingerprint = excluded.fingerprint, status = excluded.status, created_at = now()
       WHERE r.status = 'FAILED' OR r.created_at <= %s
      """
          .formatted(STARTED);

  private static final String FINISH =
      """
      UPDATE idempotency_record
         SET status = ?, answer = ?, http_status = ?, http_headers = ?, http_body = ?
       WHERE merchant = ? AND key = ?
      """;

  private static final TypeReference<Map<String, String>> HEADERS = new TypeReference<>() {};

  private final ObjectMapper json;

  KeptAnswers(ObjectMapper json) {
    this.json = json;
  }

  /**
   * An answer that was given.
   *
   * @param fingerprint of the content that it was given to
   */
  record Kept(String fingerprint, StoredResponse response) {}

  /** False while another transaction is at a call with this key. Does not wait. */
  boolean lock(Connection connection, Call call) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
      statement.setString(1, call.merchant());
      statement.setString(2, call.scopedKey());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** The answer to the first call with this key. */
  Optional<Kept> look(Connection connection, Call call) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOOK)) {
      statement.setString(1, call.merchant());
      statement.setString(2, call.scopedKey());
      statement.setObject(3, seconds(call.lifetime()), Types.DOUBLE);
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next()) {
          return Optional.empty();
        }
        StoredResponse response =
            new StoredResponse(
                row.getInt("http_status"),
                headers(row.getString("http_headers")),
                row.getBytes("http_body"));
        return Optional.of(new Kept(row.getString("fingerprint"), response));
      }
    }
  }

  /** False when somebody else has it. The claim is seen by nobody before its answer is there. */
  boolean claim(Connection connection, Call call) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(CLAIM)) {
      statement.setString(1, call.merchant());
      statement.setString(2, call.scopedKey());
      statement.setString(3, call.fingerprint());
      statement.setObject(4, seconds(call.lifetime()), Types.DOUBLE);
      return statement.executeUpdate() == 1;
    }
  }

  void succeeded(Connection connection, Call call, StoredResponse response) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(FINISH)) {
      statement.setString(1, "SUCCESS");
      statement.setString(2, "HTTP " + response.status());
      statement.setInt(3, response.status());
      statement.setString(4, text(response.headers()));
      statement.setBytes(5, response.body());
      statement.setString(6, call.merchant());
      statement.setString(7, call.scopedKey());
      statement.executeUpdate();
    }
  }

  /** The key may be used again. */
  void failed(Connection connection, Call call) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(FINISH)) {
      statement.setString(1, "FAILED");
      statement.setNull(2, Types.VARCHAR);
      statement.setNull(3, Types.INTEGER);
      statement.setNull(4, Types.VARCHAR);
      statement.setNull(5, Types.BINARY);
      statement.setString(6, call.merchant());
      statement.setString(7, call.scopedKey());
      statement.executeUpdate();
    }
  }

  private static Double seconds(Duration lifetime) {
    return lifetime == null ? null : (double) lifetime.toSeconds();
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
