package io.oncepaid.pipeline;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.pipeline.CaseResolution.Resolution;
import io.oncepaid.pipeline.LifeModel.Judged;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/** Plays one life on two instances, as gateways and people would, and remembers the answers. */
final class LifeRun {
  final Life life;
  private final List<Instance> instances;
  private final Hand hand;
  private final Map<Life.Request, Answer[]> firmly = new ConcurrentHashMap<>();
  private final Map<Life.Request, List<Verdict>> last = new ConcurrentHashMap<>();
  private final Set<Life.Request> again = ConcurrentHashMap.newKeySet();
  private final Set<Life.Request> changedTheirMind = ConcurrentHashMap.newKeySet();
  private final ConcurrentLinkedQueue<String> violations = new ConcurrentLinkedQueue<>();

  LifeRun(Life life, List<Instance> instances, CarryingGateway gateway, Hand hand) {
    this.life = life;
    this.instances = instances;
    this.hand = hand;
    life.requests.forEach(request -> gateway.carry(request.id(), request.notices()));
    life.requests.forEach(r -> firmly.put(r, new Answer[r.notices().size()]));
    life.payments.stream()
        .filter(Life.Terms::first)
        .forEach(terms -> hand.register(life.merchant, terms));
  }

  /** One stream of the life, then what was not settled a few times more. */
  void play(List<Life.Step> stream) {
    List<CompletableFuture<Void>> underWay = new ArrayList<>();
    for (Life.Step step : stream) {
      if (step.alone()) {
        await(underWay);
      }
      act(step, underWay);
    }
    await(underWay);
    for (int i = 0; i < 3; i++) {
      redeliver(i % 2);
    }
  }

  private void act(Life.Step step, List<CompletableFuture<Void>> underWay) {
    Instance instance = instances.get(step.instance());
    switch (step.what()) {
      case DELIVER -> underWay.add(deliver(step.request(), instance));
      case REGISTER -> {
        hand.register(life.merchant, step.terms());
        instance.sweep.payment(life.merchant, step.terms().number());
      }
      case SHIP -> hand.ship(life.merchant, step.terms());
      case MOVE_BY_HAND -> hand.move(life.merchant, step.terms());
      case ACCEPT_LATE -> acceptLate(step.terms(), instance);
      case FORGET -> hand.forget(life);
    }
  }

  private CompletableFuture<Void> deliver(Life.Request request, Instance instance) {
    Answer[] before = firmly.get(request).clone();
    byte[] body = request.id().getBytes(StandardCharsets.UTF_8);
    return instance
        .pipeline
        .receive(
            instance.accounts.find(request.account()).orElseThrow(),
            new RawCallback(Map.of(), body, Instant.now()),
            new Evidence("{}", body))
        .thenAccept(received -> remember(request, before, received.outcomes()))
        .toCompletableFuture();
  }

  private void remember(Life.Request request, Answer[] before, List<Outcome> outcomes) {
    last.put(request, outcomes.stream().map(Outcome::verdict).toList());
    for (int i = 0; i < outcomes.size(); i++) {
      Verdict verdict = outcomes.get(i).verdict();
      if (verdict == Verdict.UNAVAILABLE) {
        continue;
      }
      if (before[i] == Answer.ACCEPT && verdict.answer() != Answer.ACCEPT
          || before[i] == Answer.REFUSE && verdict.answer() == Answer.RETRY) {
        violations.add("another answer, " + before[i] + " then " + verdict + ": " + request);
      }
      if (before[i] == Answer.REFUSE && verdict.answer() == Answer.ACCEPT) {
        changedTheirMind.add(request);
      }
      if (verdict.answer() != Answer.RETRY) {
        firmly.get(request)[i] = verdict.answer();
      }
    }
    Verdict worst = Replies.worst(outcomes);
    if (worst == Verdict.UNAVAILABLE || worst.answer() == Answer.RETRY && request.patient()) {
      again.add(request);
    }
  }

  private void redeliver(int instance) {
    List<CompletableFuture<Void>> underWay = new ArrayList<>();
    for (Life.Request request : List.copyOf(again)) {
      if (again.remove(request)) {
        underWay.add(deliver(request, instances.get(instance)));
      }
    }
    await(underWay);
  }

  /** Repeats what the gateways would still repeat, until every notice has its answer. */
  void calmDown() {
    Set<Life.Request> before = Set.of();
    for (int i = 0; i < 50 && !again.isEmpty(); i++) {
      boolean undecided = again.stream().anyMatch(this::undecided);
      if (!undecided && before.equals(again)) {
        return; // nothing but payments that stay unknown
      }
      before = Set.copyOf(again);
      redeliver(i % 2);
    }
    again.stream()
        .filter(this::undecided)
        .forEach(request -> violations.add("never answered: " + request));
  }

  private boolean undecided(Life.Request request) {
    return last.get(request).contains(Verdict.UNAVAILABLE);
  }

  /** Every request once more, on either instance. */
  void deliverAll() {
    List<CompletableFuture<Void>> underWay = new ArrayList<>();
    for (Life.Request request : life.requests) {
      underWay.add(deliver(request, instances.get(underWay.size() % 2)));
    }
    await(underWay);
    calmDown();
  }

  void forget() {
    hand.forget(life);
  }

  void acceptLate() {
    life.payments.stream()
        .filter(Life.Terms::acceptsLate)
        .forEach(terms -> acceptLate(terms, instances.get(0)));
  }

  private void acceptLate(Life.Terms terms, Instance instance) {
    Long id = hand.latePayment(life.merchant, terms);
    if (id != null) {
      try {
        instance.resolution.resolve(life.merchant, id, Resolution.ACCEPTED, "goods wait", "op");
      } catch (SQLException notNow) {
        // The operator tries again when the day is over.
      }
    }
  }

  /** All that is wrong with this life, once it is over. */
  List<String> violations(boolean inTheEnd) {
    LifeCheck check = new LifeCheck(life, hand.look(life));
    List<String> found = new ArrayList<>(violations);
    found.addAll(check.violations);
    for (Life.Request request : life.requests) {
      for (int i = 0; i < request.notices().size(); i++) {
        Notice notice = request.notices().get(i);
        Judged judged = check.story.inTheEnd(request.account(), notice);
        Verdict verdict = last.get(request).get(i);
        Answer answer = firmly.get(request)[i];
        boolean several = life.hasSeveralAmounts(notice.transactionId());
        // Refused by what was known then, to the gateway's face or in the sweep.
        boolean refused =
            answer == Answer.REFUSE || check.liesBeforePeople(request.account(), notice);
        if (judged.verdict() == Verdict.APPLIED && !(several && refused)) {
          found.add("lost: " + notice + " was answered " + answer);
        }
        if (inTheEnd && !isAnswer(verdict, judged.verdict())) {
          found.add("answered " + verdict + " instead of " + judged + ": " + notice);
        }
        if (changedTheirMind.contains(request)
            && !several
            && answer == Answer.ACCEPT
            && !check.story.wasApplied(request.account(), notice)) {
          found.add("refused, then accepted: " + notice);
        }
      }
    }
    return found;
  }

  private static boolean isAnswer(Verdict verdict, Verdict expected) {
    return expected.answer() == Answer.ACCEPT
        ? verdict.answer() == Answer.ACCEPT
        : verdict == expected;
  }

  private static void await(List<CompletableFuture<Void>> underWay) {
    try {
      CompletableFuture.allOf(underWay.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("no outcome", e);
    }
    underWay.clear();
  }
}
