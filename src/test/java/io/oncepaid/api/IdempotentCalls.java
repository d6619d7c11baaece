package io.oncepaid.api;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.Transactions;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import javax.sql.DataSource;

/** The service's idempotent calls without its HTTP interface; a call waits for the first one. */
public final class IdempotentCalls {
  private final IdempotentCall calls;

  public IdempotentCalls(DataSource database) {
    // Its first use sets it up, which several threads must not do at once.
    Uni.createFrom().item(() -> 0).await().indefinitely();
    OncepaidConfig config =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(OncepaidConfig.class)
            .withDefaultValues(
                Map.of(
                    "oncepaid.idempotency.in-flight", "wait", "oncepaid.idempotency.wait", "30s"))
            .build()
            .getConfigMapping(OncepaidConfig.class);
    calls =
        new IdempotentCall(new Transactions(database), new KeptAnswers(new ObjectMapper()), config);
  }

  /** What is done once, and what is answered. */
  @FunctionalInterface
  public interface Work {
    String run(Connection connection) throws SQLException;
  }

  /**
   * How a call ended.
   *
   * @param body null when it was refused
   */
  public record Answer(int status, boolean replayed, String body) {}

  /** Does the work under this key, or answers as the first call did. */
  public Answer call(String key, String content, Work work) {
    try {
      Response response =
          calls
              .run(
                  IdempotentCall.Call.named("readings", "read", key, content),
                  connection ->
                      new StoredResponse(
                          201, Map.of(), work.run(connection).getBytes(StandardCharsets.UTF_8)))
              .await()
              .indefinitely();
      return new Answer(
          response.getStatus(),
          response.getHeaderString("Idempotency-Replayed") != null,
          new String((byte[]) response.getEntity(), StandardCharsets.UTF_8));
    } catch (Problem refusal) {
      return new Answer(refusal.status(), false, null);
    }
  }
}
