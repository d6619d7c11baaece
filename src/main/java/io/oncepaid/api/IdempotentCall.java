package io.oncepaid.api;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.OncepaidConfig.Idempotency.InFlight;
import io.oncepaid.database.Transactions;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.unchecked.Unchecked;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.ws.rs.core.Response;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.time.Duration;
import java.util.Optional;

/**
 * A call with a key is done once. Key, work and answer share one transaction: a crash leaves
 * nothing behind, so no key is ever stuck.
 */
@ApplicationScoped
class IdempotentCall {
  private static final String UNDER_WAY = "IN_PROGRESS";
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofMillis(200);

  private final Transactions transactions;
  private final KeptAnswers kept;
  private final OncepaidConfig config;

  IdempotentCall(Transactions transactions, KeptAnswers kept, OncepaidConfig config) {
    this.transactions = transactions;
    this.kept = kept;
    this.config = config;
  }

  /**
   * What the key stands for.
   *
   * @param scopedKey the key behind what it is a key of
   * @param fingerprint of the content
   * @param lifetime for how long the answer counts; null for as long as it is kept
   */
  record Call(String merchant, String scopedKey, String fingerprint, Duration lifetime) {

    /**
     * A call with the key that the client chose.
     *
     * @param operation such as {@code POST /payments}
     */
    static Call named(String merchant, String operation, String key, String fingerprint) {
      return new Call(merchant, "api:" + operation + ":" + key, fingerprint, null);
    }

    /** A call of a client that makes no key: equal content within the window is the same call. */
    static Call derived(String merchant, String operation, String fingerprint, Duration window) {
      return new Call(merchant, "derived:" + operation + ":" + fingerprint, fingerprint, window);
    }
  }

  /** Either an answer or the reason why there is none. */
  private record End(Response response, Problem problem) {}

  /**
   * Does the work, or answers as the first call with this key was answered. A call that waits for
   * the first one asks again after a pause, longer each time, and meanwhile holds neither a
   * connection nor a thread: however many wait, nobody else does.
   *
   * @param work what it changed before it throws a Problem is undone
   * @return fails with a Problem: the work's own (the key may be used again), 422 for other
   *     content, 409 while the first call is under way
   */
  Uni<Response> run(Call call, Transactions.Work<StoredResponse> work) {
    Uni<Response> attempt = Uni.createFrom().item(Unchecked.supplier(() -> attempt(call, work)));
    if (config.idempotency().inFlight() == InFlight.REJECT) {
      return attempt;
    }
    long end = System.nanoTime() + config.idempotency().longestWait().toNanos();
    return attempt
        .onFailure(failure -> isUnderWay(failure) && System.nanoTime() - end < 0)
        .retry()
        .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
        .indefinitely();
  }

  private Response attempt(Call call, Transactions.Work<StoredResponse> work) throws SQLException {
    End end = transactions.write(connection -> once(connection, call, work));
    if (end.problem() != null) {
      throw end.problem();
    }
    return end.response();
  }

  private End once(Connection connection, Call call, Transactions.Work<StoredResponse> work)
      throws SQLException {
    if (!kept.lock(connection, call)) {
      throw underWay();
    }
    Optional<KeptAnswers.Kept> first = kept.look(connection, call);
    if (first.isPresent()) {
      return new End(replay(first.get(), call), null);
    }
    if (!kept.claim(connection, call)) {
      throw underWay();
    }
    Savepoint beforeTheWork = connection.setSavepoint();
    try {
      StoredResponse response = work.run(connection);
      kept.succeeded(connection, call, response);
      return new End(response.response(false), null);
    } catch (Problem refusal) {
      connection.rollback(beforeTheWork);
      kept.failed(connection, call);
      return new End(null, refusal);
    }
  }

  private static Response replay(KeptAnswers.Kept first, Call call) {
    if (!first.fingerprint().equals(call.fingerprint())) {
      throw Problem.of(
              422, "KEY_REUSED", "This Idempotency-Key was used for a request of other content.")
          .field(IdempotencyKey.HEADER);
    }
    return first.response().response(true);
  }

  private static Problem underWay() {
    return Problem.of(
            409, UNDER_WAY, "The first request with this Idempotency-Key is still under way.")
        .field(IdempotencyKey.HEADER)
        .header("Retry-After", "1");
  }

  private static boolean isUnderWay(Throwable failure) {
    return failure instanceof Problem problem && UNDER_WAY.equals(problem.members().get("code"));
  }
}
