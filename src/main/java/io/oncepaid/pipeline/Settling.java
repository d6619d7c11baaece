package io.oncepaid.pipeline;

import io.oncepaid.gateway.Notice;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** One notice in the settlement queue and on its way through layers 2 to 4. */
final class Settling {
  private final Submission submission;
  private final NoticeKey key;
  private final boolean acceptsLatePayment;
  private final long deadlineNanos;
  private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
  private final List<Settling> riders = new ArrayList<>(0);

  Settling(Submission submission, boolean acceptsLatePayment, long deadlineNanos) {
    this.submission = submission;
    this.key = NoticeKey.of(submission);
    this.acceptsLatePayment = acceptsLatePayment;
    this.deadlineNanos = deadlineNanos;
  }

  Submission submission() {
    return submission;
  }

  Notice notice() {
    return submission.notice();
  }

  String merchant() {
    return submission.merchant();
  }

  String account() {
    return submission.account();
  }

  String outTradeNo() {
    return submission.notice().outTradeNo();
  }

  NoticeKey key() {
    return key;
  }

  /** True for an operator's acceptance: the one way from CLOSED to PAID. */
  boolean acceptsLatePayment() {
    return acceptsLatePayment;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  CompletableFuture<Outcome> outcome() {
    return outcome;
  }

  /** What two notices must not share within one group. */
  String payment() {
    String number = outTradeNo();
    return number.isEmpty()
        ? merchant() + "\n\n" + account() + "\n" + notice().transactionId()
        : merchant() + "\n" + number;
  }

  boolean equalsInContent(Settling other) {
    return key.equals(other.key) && merchant().equals(other.merchant());
  }

  /** An equal notice that shares this one's result. */
  void carry(Settling rider) {
    synchronized (riders) {
      riders.add(rider);
    }
  }

  /**
   * Tells whoever waits; the riders of an applied notice are its repeats. The deadline may do so
   * while riders still come: those are told by the writer.
   */
  void finish(Outcome result) {
    outcome.complete(result);
    List<Settling> told;
    synchronized (riders) {
      told = riders.isEmpty() ? List.of() : List.copyOf(riders);
    }
    if (!told.isEmpty()) {
      Outcome repeated =
          result.verdict() == Verdict.APPLIED ? Outcome.of(Verdict.REPLAYED) : result;
      told.forEach(rider -> rider.outcome.complete(repeated));
    }
  }
}
