package io.oncepaid.pipeline;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Notice;
import io.oncepaid.pipeline.LifeBooks.Case;
import io.oncepaid.pipeline.LifeModel.Judged;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Compares what the database holds with what the model tells. */
final class LifeCheck {
  /** Cases of notices that are settled: they tell that something else is odd. */
  private static final Set<CaseKind> TOLD =
      EnumSet.of(CaseKind.STATE_DRIFT, CaseKind.CLOSED_AFTER_PAID);

  final LifeStory story;
  final List<String> violations;
  private final Life life;
  private final LifeBooks books;
  private final Map<String, Case> cases = new HashMap<>();

  LifeCheck(Life life, LifeBooks books) {
    this.life = life;
    this.books = books;
    this.story = new LifeStory(life, books);
    this.violations = new ArrayList<>(story.violations);
    for (Case c : books.cases()) {
      if (cases.put(c.name(), c) != null) {
        violations.add("two cases for one notice: " + c);
      }
      if (!story.explains(c)) {
        violations.add("false alarm: " + c);
      }
    }
    compareState();
    compareEventsOfCases();
    for (Life.Request request : life.requests) {
      for (Notice notice : request.notices()) {
        compareCase(request.account(), notice);
      }
    }
  }

  /** Whether a person is asked about the notice, and not only its payment waited for. */
  boolean liesBeforePeople(String account, Notice notice) {
    Case c = cases.get(LifeStory.name(account, story.named(account, notice)));
    return c != null && c.open() && c.kind() != CaseKind.UNKNOWN_PAYMENT;
  }

  private void compareState() {
    Map<String, String> payments = new TreeMap<>();
    Map<String, List<String>> events = new TreeMap<>();
    story.model.payments.forEach(
        (number, payment) -> {
          if (payment.status != null) {
            payments.put(number, payment.toString());
          }
          if (!payment.events.isEmpty()) {
            events.put(number, payment.events);
          }
        });
    compare("payments", payments, books.payments());
    compare("flows", story.model.flows(), books.flows());
    compare("events", events, books.events());
  }

  private void compareEventsOfCases() {
    List<String> events = new ArrayList<>();
    for (Case c : books.cases()) {
      if (c.announced()) {
        events.add("case.opened " + c.id());
        if (!c.open()) {
          events.add("case.closed " + c.id());
        }
      }
    }
    compare(
        "events of cases",
        events.stream().sorted().toList(),
        books.caseEvents().stream().sorted().toList());
  }

  private void compare(String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      violations.add(what + "\n      by the model: " + expected + "\n      database:     " + found);
    }
  }

  private void compareCase(String account, Notice notice) {
    Notice named = story.named(account, notice);
    Case c = cases.get(LifeStory.name(account, named));
    Case nameless = named.equals(notice) ? null : cases.get(LifeStory.name(account, notice));
    if (nameless != null && nameless.open()) {
      violations.add("open although its payment is known: " + nameless);
    }
    Judged judged = story.inTheEnd(account, notice);
    if (judged.verdict() == Verdict.APPLIED) {
      return; // lost, or not yet told; seen by whoever knows the answers
    }
    if (judged.verdict().answer() == Answer.ACCEPT) {
      if (c != null && c.open() != TOLD.contains(c.kind())) {
        violations.add("accepted, and its case is wrong: " + c + " " + judged);
      }
    } else if (c == null) {
      violations.add("refused without a case: " + notice + " " + judged);
    } else {
      compareRefused(account, notice, judged, c);
    }
  }

  private void compareRefused(String account, Notice notice, Judged judged, Case c) {
    // Without a payment nothing looks at the case again, unless the gateway says it once more.
    boolean unknown = judged.verdict() == Verdict.UNKNOWN_PAYMENT;
    boolean asUnknown = c.kind() == CaseKind.UNKNOWN_PAYMENT;
    boolean registered = books.payments().containsKey(c.number());
    if (unknown && !asUnknown || !unknown && asUnknown && registered) {
      violations.add("a case of the wrong kind: " + c + " " + judged);
    }
    boolean takesRefunds = notice.kind() == Notice.Kind.PAID && c.isBeside();
    boolean wentBack =
        takesRefunds && c.amount() == story.model.refundsOf(account + " " + notice.transactionId());
    boolean unsure = takesRefunds && life.hasSeveralAmounts(notice.transactionId());
    if (c.open() == wentBack && !unsure) {
      violations.add((wentBack ? "all of it went back: " : "closed by nobody: ") + c);
    }
  }
}
