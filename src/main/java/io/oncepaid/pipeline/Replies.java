package io.oncepaid.pipeline;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Reply;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The outcome of a callback in its gateway's own words; the same outcome gives the same bytes. */
public final class Replies {
  private Replies() {}

  /**
   * One answer for all notices of a request: any undecided one asks for a repeat of the whole, then
   * any that may still be settled, then any refusal.
   */
  public static Reply reply(Account account, List<Outcome> outcomes, Clock clock) {
    Verdict worst = worst(outcomes);
    Answer answer = worst.answer();
    if (account.acceptsRefusals()) {
      answer = softened(account, worst, outcomes, clock);
    }
    return account.gateway().reply(answer, worst.status(), worst.name());
  }

  /** The verdict that decides the answer of a request with several notices. */
  public static Verdict worst(List<Outcome> outcomes) {
    Verdict worst = outcomes.get(0).verdict();
    for (Outcome outcome : outcomes) {
      if (weight(outcome.verdict()) > weight(worst)) {
        worst = outcome.verdict();
      }
    }
    return worst;
  }

  private static int weight(Verdict verdict) {
    if (verdict == Verdict.UNAVAILABLE) {
      return 3;
    }
    return switch (verdict.answer()) {
      case RETRY -> 2;
      case REFUSE -> 1;
      case ACCEPT -> 0;
    };
  }

  // A gateway that punishes failures is told success once the case is committed. What cannot be
  // verified is never accepted, and nothing undecided is.
  private static Answer softened(
      Account account, Verdict worst, List<Outcome> outcomes, Clock clock) {
    return switch (worst) {
      case FORGED, MALFORMED, UNAVAILABLE -> worst.answer();
      case UNKNOWN_PAYMENT ->
          outcomes.stream()
                  .filter(outcome -> outcome.verdict() == Verdict.UNKNOWN_PAYMENT)
                  .allMatch(outcome -> outOfPatience(account, outcome, clock))
              ? Answer.ACCEPT
              : Answer.RETRY;
      case IGNORED, UNREADABLE, REPLAYED, CONFLICT, MISMATCH, ILLEGAL_TRANSITION, APPLIED ->
          Answer.ACCEPT;
    };
  }

  private static boolean outOfPatience(Account account, Outcome outcome, Clock clock) {
    Duration patience = account.gateway().patienceWithUnknown();
    return patience.isZero()
        || outcome.unknownSince() != null
            && Duration.between(outcome.unknownSince(), clock.instant()).compareTo(patience) >= 0;
  }
}
