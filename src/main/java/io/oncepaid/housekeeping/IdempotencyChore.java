package io.oncepaid.housekeeping;

import io.oncepaid.OncepaidConfig;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Forgets what was asked and answered longer ago than anybody repeats it; the state machine and the
 * books hold without it. A key that somebody left at PROCESSING, which the service never commits,
 * may be claimed again after a while.
 */
@ApplicationScoped
class IdempotencyChore implements Chore {
  /** Longer than any transaction of ours lives. */
  private static final Duration STUCK_AFTER = Duration.ofMinutes(10);

  static final String PURGE =
      """
      DELETE FROM idempotency_record
       WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM idempotency_record
              WHERE ctid >= ?::tid
                AND ctid < ?::tid
                AND created_at < now() - ? * interval '1 millisecond'
                FOR UPDATE SKIP LOCKED))
      """;

  private static final String RELEASE =
      """
      UPDATE idempotency_record
         SET status = 'FAILED'
       WHERE ctid = ANY (ARRAY(
             SELECT ctid FROM idempotency_record
              WHERE ctid >= ?::tid
                AND ctid < ?::tid
                AND created_at < now() - ? * interval '1 millisecond'
                AND status = 'PROCESSING'
                FOR UPDATE SKIP LOCKED))
      """;

  private final long keepMillis;

  IdempotencyChore(OncepaidConfig config) {
    this.keepMillis = config.housekeeping().keepAnswers().toMillis();
  }

  @Override
  public String name() {
    return "idempotency";
  }

  @Override
  public long run(Batches batches) throws SQLException {
    return PageWalk.over("idempotency_record", PURGE, keepMillis, batches)
        + PageWalk.over("idempotency_record", RELEASE, STUCK_AFTER.toMillis(), batches);
  }
}
