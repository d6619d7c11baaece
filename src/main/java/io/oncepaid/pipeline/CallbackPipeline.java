package io.oncepaid.pipeline;

import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.pipeline.FlowLayer.Movement;
import io.oncepaid.pipeline.TransitionLayer.Applied;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The order of things. A callback passes layer 1 for itself; its notices pass layers 2 to 4 in
 * groups, each group in one transaction; whoever asked is answered after the commit.
 */
@ApplicationScoped
public class CallbackPipeline {
  private final SignatureLayer signature;
  private final RefusedCallbacks refusals;
  private final UnreadableKeeper unreadable;
  private final SettlementQueue queue;
  private final IdempotencyLayer idempotency;
  private final TransitionLayer transition;
  private final FlowLayer flow;
  private final LookForWhy lookForWhy;
  private final Consequences consequences;
  private final FaultPoint.Listener faults;

  CallbackPipeline(
      SignatureLayer signature,
      RefusedCallbacks refusals,
      UnreadableKeeper unreadable,
      SettlementQueue queue,
      IdempotencyLayer idempotency,
      TransitionLayer transition,
      FlowLayer flow,
      LookForWhy lookForWhy,
      Consequences consequences,
      FaultPoint.Listener faults) {
    this.signature = signature;
    this.refusals = refusals;
    this.unreadable = unreadable;
    this.queue = queue;
    this.idempotency = idempotency;
    this.transition = transition;
    this.flow = flow;
    this.lookForWhy = lookForWhy;
    this.consequences = consequences;
    this.faults = faults;
  }

  /**
   * What a callback came to: its type in the gateway's words, and the outcome of each notice; none
   * for a message without money meaning.
   */
  public record Received(String type, List<Outcome> outcomes) {
    static Received of(Verdict verdict) {
      return new Received("", List.of(Outcome.of(verdict)));
    }
  }

  /** A callback from its receipt to its outcome. Never blocks the caller's thread. */
  public CompletionStage<Received> receive(Account account, RawCallback raw, Evidence evidence) {
    CompletableFuture<Void> ready = account.gateway().prepare(raw).toCompletableFuture();
    return ready.isDone()
        ? judge(account, raw, evidence)
        : ready.thenCompose(done -> judge(account, raw, evidence));
  }

  private CompletionStage<Received> judge(Account account, RawCallback raw, Evidence evidence) {
    Reading reading;
    try {
      reading = signature.verify(account, raw); // layer 1
    } catch (UnusableCallback refused) {
      refusals.note(account, refused);
      return switch (refused.reason()) {
        case MALFORMED -> CompletableFuture.completedStage(Received.of(Verdict.MALFORMED));
        case FORGED -> CompletableFuture.completedStage(Received.of(Verdict.FORGED));
        case UNREADABLE -> unreadable.keep(account, refused, evidence).thenApply(Received::of);
        case UNAVAILABLE -> CompletableFuture.completedStage(Received.of(Verdict.UNAVAILABLE));
      };
    }
    if (reading.notices().isEmpty() && reading.unreadable().isEmpty()) {
      return CompletableFuture.completedStage(
          new Received(reading.type(), List.of(Outcome.of(Verdict.IGNORED))));
    }
    return settleAll(account, reading, raw, evidence);
  }

  // Handed over in the order of the message: notices of one payment are settled in that order.
  private CompletionStage<Received> settleAll(
      Account account, Reading reading, RawCallback raw, Evidence evidence) {
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>(reading.notices().size());
    for (Notice notice : reading.notices()) {
      Submission submission =
          new Submission(
              account.merchant(),
              account.name(),
              account.kind(),
              Source.CALLBACK,
              notice,
              evidence,
              raw.receivedAt());
      outcomes.add(queue.submit(submission).toCompletableFuture());
    }
    for (UnusableCallback part : reading.unreadable()) {
      outcomes.add(
          unreadable.keep(account, part, evidence).thenApply(Outcome::of).toCompletableFuture());
    }
    return CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new))
        .thenApply(
            all ->
                new Received(
                    reading.type(), outcomes.stream().map(CompletableFuture::join).toList()));
  }

  /** The books refused a notice: its group is undone and each is settled alone. */
  static final class BooksRefused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BooksRefused() {
      super("layer 4 refused", null, false, false);
    }
  }

  /**
   * Layers 2 to 4 for a group, in byte order of (merchant, out_trade_no), each payment once, inside
   * its transaction.
   *
   * @param refused true for one notice whose first attempt layer 4 refused: now the refusal is its
   *     verdict. Only then is a savepoint worth its transaction id.
   * @throws BooksRefused when layer 4 refuses in a first attempt
   */
  Settled settle(Connection connection, List<Settling> group, boolean refused) throws SQLException {
    List<Settling> claimed = idempotency.claim(connection, group); // layer 2
    List<Settling> lost = without(group, claimed);
    Set<Settling> repeats = lost.isEmpty() ? Set.of() : idempotency.repeats(connection, lost);
    faults.reached(FaultPoint.AFTER_LAYER_2);

    Savepoint beforeTransition = refused ? connection.setSavepoint() : null;
    List<Applied> applied = transition.apply(connection, claimed); // layer 3
    faults.reached(FaultPoint.AFTER_LAYER_3);
    List<Settling> unchanged = without(claimed, applied.stream().map(Applied::settling).toList());
    Findings findings = findings(connection, without(lost, repeats), unchanged);

    List<Movement> movements = movements(applied, findings);
    if (flow.book(connection, movements) < movements.size()) { // layer 4
      if (!refused) {
        throw new BooksRefused();
      }
      connection.rollback(beforeTransition);
      applied = List.of();
      findings = findings(connection, List.of(), group).withoutMovements();
    }
    faults.reached(FaultPoint.AFTER_LAYER_4);

    idempotency.giveBack(connection, findings.claimsToGiveBack(claimed));
    return consequences.write(connection, applied, findings, repeats);
  }

  private Findings findings(Connection connection, List<Settling> lost, List<Settling> unchanged)
      throws SQLException {
    List<Settling> unsettled = new ArrayList<>(lost);
    unsettled.addAll(unchanged);
    Map<Settling, Facts> facts = lookForWhy.look(connection, unsettled);
    Map<Settling, Finding> findings = new HashMap<>();
    for (Settling settling : unchanged) {
      findings.put(settling, Judgement.of(settling, facts.get(settling)));
    }
    for (Settling settling : lost) {
      // Without the claim nothing may be booked: it is tried again.
      Finding finding = Judgement.of(settling, facts.get(settling));
      findings.put(settling, finding.standsAlone() ? Finding.NOTHING_WRONG : finding);
    }
    return new Findings(findings, facts);
  }

  private static List<Movement> movements(List<Applied> applied, Findings findings) {
    List<Movement> movements = new ArrayList<>(applied.size());
    for (Applied change : applied) {
      if (change.settling().notice().kind() != Notice.Kind.CLOSED) {
        movements.add(new Movement(change.settling(), change.moves()));
      }
    }
    movements.addAll(findings.movements());
    return movements;
  }

  private static List<Settling> without(List<Settling> all, Collection<Settling> some) {
    if (some.isEmpty()) {
      return all;
    }
    if (some.size() == all.size()) {
      return List.of();
    }
    Set<Settling> gone = Set.copyOf(some);
    return all.stream().filter(settling -> !gone.contains(settling)).toList();
  }
}
