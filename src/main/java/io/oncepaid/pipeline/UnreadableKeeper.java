package io.oncepaid.pipeline;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.database.Transactions;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.pipeline.Cases.Opened;
import io.oncepaid.pipeline.Cases.Opening;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/** Keeps a genuine message that cannot be settled, as a case with its raw bytes. */
@ApplicationScoped
class UnreadableKeeper {
  private static final Logger LOG = Logger.getLogger(UnreadableKeeper.class);

  private final Transactions transactions;
  private final IdempotencyLayer idempotency;
  private final Cases cases;
  private final CaseAlarm alarm;
  private final Duration deadline;

  UnreadableKeeper(
      Transactions transactions,
      IdempotencyLayer idempotency,
      Cases cases,
      CaseAlarm alarm,
      OncepaidConfig config) {
    this.transactions = transactions;
    this.idempotency = idempotency;
    this.cases = cases;
    this.alarm = alarm;
    this.deadline = config.settlement().deadline();
  }

  /**
   * Keeps a message that could not be mapped to a notice. Never blocks the caller's thread, and
   * answers by the deadline.
   */
  CompletionStage<Verdict> keep(Account account, UnusableCallback message, Evidence evidence) {
    String fingerprint = NoticeKey.fingerprintOf(message.content());
    NoticeKey key =
        new NoticeKey("unreadable:" + account.name() + ":" + fingerprint.substring(3), fingerprint);
    Opening opening =
        new Opening(
            CaseKind.UNREADABLE,
            account.merchant(),
            account.name(),
            key,
            storable(message.outTradeNo()),
            null,
            Source.CALLBACK,
            evidence,
            "{}");
    LOG.warnf("account %s: unreadable: %s", account.name(), message.getMessage());
    try {
      return CompletableFuture.supplyAsync(() -> keep(opening), Infrastructure.getDefaultExecutor())
          .completeOnTimeout(Verdict.UNAVAILABLE, deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException busy) {
      return CompletableFuture.completedStage(Verdict.UNAVAILABLE);
    }
  }

  private Verdict keep(Opening opening) {
    try {
      write(opening);
      return Verdict.UNREADABLE;
    } catch (SQLException | RuntimeException notKept) {
      LOG.debug("an unreadable message was not kept", notKept);
      return Verdict.UNAVAILABLE;
    }
  }

  /** Keeps a notice that the database refused for its data, in a transaction of its own. */
  Outcome keep(Settling settling, SQLException refusal) throws SQLException {
    NoticeKey key = new NoticeKey(storable(settling.key().key()), settling.key().fingerprint());
    Submission submission = settling.submission();
    write(
        new Opening(
            CaseKind.UNREADABLE,
            settling.merchant(),
            settling.account(),
            key,
            storable(settling.outTradeNo()),
            null,
            submission.source(),
            submission.evidence(),
            "{\"refused_by_database\":\"" + refusal.getSQLState() + "\"}"));
    return Outcome.of(Verdict.UNREADABLE);
  }

  private void write(Opening opening) throws SQLException {
    Opened opened =
        transactions.write(
            connection -> {
              idempotency.keepAsFailed(connection, opening.merchant(), opening.key());
              return cases.open(connection, opening);
            });
    if (opened != null) {
      alarm.raise(List.of(opened));
    }
  }

  /** PostgreSQL's text cannot hold U+0000 or half a surrogate pair: both are shown as hex. */
  private static String storable(String text) {
    StringBuilder kept = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            point -> {
              if (point == 0
                  || point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE) {
                kept.append("\\u").append(HexFormat.of().toHexDigits((char) point));
              } else {
                kept.appendCodePoint(point);
              }
            });
    return kept.toString();
  }
}
