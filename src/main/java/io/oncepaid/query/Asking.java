package io.oncepaid.query;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Inquiry;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Standing;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.pipeline.Evidence;
import io.oncepaid.pipeline.Outcome;
import io.oncepaid.pipeline.SettlementQueue;
import io.oncepaid.pipeline.Source;
import io.oncepaid.pipeline.Submission;
import io.oncepaid.pipeline.Verdict;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.eclipse.microprofile.faulttolerance.exceptions.BulkheadException;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.eclipse.microprofile.faulttolerance.exceptions.FaultToleranceException;
import org.eclipse.microprofile.faulttolerance.exceptions.TimeoutException;

/** One question to one gateway, and what its answer does. */
@ApplicationScoped
class Asking {
  /** Longer than any notice waits in the queue. */
  private static final int PATIENCE_S = 10;

  private final Outcomes outcomes;
  private final Closing closing;
  private final SettlementQueue queue;
  private final QueryMetrics metrics;
  private final Clock clock;

  Asking(
      Outcomes outcomes,
      Closing closing,
      SettlementQueue queue,
      QueryMetrics metrics,
      Clock clock) {
    this.outcomes = outcomes;
    this.closing = closing;
    this.queue = queue;
    this.metrics = metrics;
    this.clock = clock;
  }

  /**
   * Asks, does what follows from the answer, and writes down when to ask again.
   *
   * @return false when the gateway does not work and is to be left alone
   */
  boolean ask(Question question, Inquiry.Exchange line) throws SQLException, InterruptedException {
    Standing standing;
    try {
      standing = standing(question, line);
    } catch (CircuitBreakerOpenException e) {
      metrics.spared(question.account());
      outcomes.spared(question);
      return false;
    }
    if (standing == null) {
      outcomes.unanswered(question);
    } else {
      follow(question, standing, line);
    }
    return true;
  }

  private void follow(Question question, Standing standing, Inquiry.Exchange line)
      throws SQLException, InterruptedException {
    switch (standing.kind()) {
      case PAID -> settle(question, standing);
      case OPEN -> open(question, standing, line);
      case CLOSED, NOT_FOUND -> {
        outcomes.answered(question, standing.kind(), false);
        closing.closeIfAllAgree(question.account().merchant(), question.outTradeNo());
      }
    }
  }

  /** The answer, or null when there is none that can be believed and understood. */
  private Standing standing(Question question, Inquiry.Exchange line) throws InterruptedException {
    try {
      Standing standing = question.account().inquiry().ask(question.outTradeNo(), line);
      metrics.answered(question.account(), standing.kind());
      return standing;
    } catch (UnusableCallback e) {
      metrics.unusable(question, e);
    } catch (TimeoutException e) {
      metrics.failed(question, "timeout", e);
    } catch (BulkheadException | IOException e) {
      metrics.failed(question, "failed", e);
    }
    return null;
  }

  /**
   * Money goes through layers 2 to 4 like that of a callback. Where they refuse it there is a case,
   * and the answer stands in the way of closing.
   */
  private void settle(Question question, Standing standing)
      throws SQLException, InterruptedException {
    Evidence evidence = Evidence.of(standing.proof());
    List<CompletableFuture<Outcome>> settled = new ArrayList<>();
    for (Notice notice : standing.notices()) {
      settled.add(queue.submit(submission(question, notice, evidence)).toCompletableFuture());
    }
    List<Answer> answers = new ArrayList<>();
    for (CompletableFuture<Outcome> outcome : settled) {
      outcome.completeOnTimeout(Outcome.of(Verdict.UNAVAILABLE), PATIENCE_S, TimeUnit.SECONDS);
      answers.add(outcome.join().verdict().answer());
    }
    if (answers.stream().allMatch(Answer.ACCEPT::equals)) {
      outcomes.done(question);
    } else if (answers.contains(Answer.RETRY)) {
      outcomes.unanswered(question);
    } else {
      outcomes.answered(question, Standing.Kind.PAID, false);
    }
  }

  private Submission submission(Question question, Notice notice, Evidence evidence) {
    QueryAccount account = question.account();
    return new Submission(
        account.merchant(),
        account.name(),
        account.gateway(),
        Source.QUERY,
        notice,
        evidence,
        clock.instant());
  }

  /** An order that must not be paid any more is closed; whether it is, the next answer tells. */
  private void open(Question question, Standing standing, Inquiry.Exchange line)
      throws SQLException, InterruptedException {
    boolean asked = false;
    if (question.mayClose()) {
      try {
        question.account().inquiry().close(question.outTradeNo(), standing, line);
        asked = true;
        metrics.closeAsked(question.account());
      } catch (FaultToleranceException | IOException e) {
        metrics.failed(question, "close_failed", e);
      }
    }
    outcomes.answered(question, Standing.Kind.OPEN, asked);
  }
}
