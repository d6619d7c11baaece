package io.oncepaid.api;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.Transactions;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.enterprise.context.ApplicationScoped;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * One-time tokens: each is issued with a form and spent by its first submission. A comfort for
 * people who click twice and no safety: the database forgets them in a crash, and who sends none is
 * not stopped. An order is made once by its number or its Idempotency-Key.
 */
@ApplicationScoped
class SubmitTokens {
  static final String HEADER = "X-Submit-Token";
  private static final int BYTES = 24;

  private static final String ISSUE =
      """
      INSERT INTO submit_token (merchant, token, expires_at)
      VALUES (?, ?, now() + make_interval(secs => ?))
      RETURNING expires_at
      """;

  // Of two at once the second waits for the first one's end: spent, or given back by its rollback.
  private static final String SPEND =
      """
      UPDATE submit_token
         SET spent_at = now()
       WHERE merchant = ? AND token = ? AND spent_at IS NULL AND expires_at > now()
      """;

  private static final String LOOK =
      "SELECT spent_at IS NOT NULL FROM submit_token WHERE merchant = ? AND token = ?";

  private final Transactions transactions;
  private final OncepaidConfig config;
  private final SecureRandom chance = new SecureRandom();

  SubmitTokens(Transactions transactions, OncepaidConfig config) {
    this.transactions = transactions;
    this.config = config;
  }

  /**
   * What comes with a form.
   *
   * @param token to be sent as {@code X-Submit-Token}
   * @param idempotencyKey to be sent as {@code Idempotency-Key} by a client that makes none itself
   */
  @RegisterForReflection
  record Issued(String token, Instant expiresAt, String idempotencyKey) {}

  Issued issue(String merchant) throws SQLException {
    String token = random();
    Instant expiresAt =
        transactions.write(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(ISSUE)) {
                statement.setString(1, merchant);
                statement.setString(2, token);
                statement.setLong(3, config.orders().submitTokenLifetime().toSeconds());
                try (ResultSet row = statement.executeQuery()) {
                  row.next();
                  return row.getObject(1, OffsetDateTime.class).toInstant();
                }
              }
            });
    return new Issued(token, expiresAt, random());
  }

  /**
   * The header's value.
   *
   * @throws Problem 400 when it is given twice
   */
  static Optional<String> read(List<String> headers) {
    if (headers == null || headers.isEmpty()) {
      return Optional.empty();
    }
    if (headers.size() > 1) {
      throw Problem.unreadable(HEADER, "is given twice");
    }
    return Optional.of(headers.get(0).strip());
  }

  /**
   * Spends a token for the caller's transaction; when that is rolled back the token is unspent.
   *
   * @throws Problem 409 when it was used, 410 when it is expired or was never issued
   */
  void spend(Connection connection, String merchant, String token) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SPEND)) {
      statement.setString(1, merchant);
      statement.setString(2, token);
      if (statement.executeUpdate() == 1) {
        return;
      }
    }
    throw wasUsed(connection, merchant, token)
        ? Problem.of(409, "TOKEN_USED", "The form was submitted before; this was not done again.")
            .field(HEADER)
        : Problem.of(410, "TOKEN_EXPIRED", "The form is too old; please open it again.")
            .field(HEADER);
  }

  private static boolean wasUsed(Connection connection, String merchant, String token)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LOOK)) {
      statement.setString(1, merchant);
      statement.setString(2, token);
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  private String random() {
    byte[] bytes = new byte[BYTES];
    chance.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
