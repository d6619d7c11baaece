package io.oncepaid.pipeline;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Notice;
import io.oncepaid.outbox.Event;
import io.oncepaid.outbox.Outbox;
import io.oncepaid.pipeline.Cases.Opened;
import io.oncepaid.pipeline.Cases.Opening;
import io.oncepaid.pipeline.History.Line;
import io.oncepaid.pipeline.TransitionLayer.Applied;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What follows from the layers, in their transaction: events, history, cases. */
@ApplicationScoped
class Consequences {
  private final Outbox outbox;
  private final History history;
  private final Cases cases;

  Consequences(Outbox outbox, History history, Cases cases) {
    this.outbox = outbox;
    this.history = history;
    this.cases = cases;
  }

  Settled write(
      Connection connection, List<Applied> applied, Findings findings, Set<Settling> repeats)
      throws SQLException {
    Map<Settling, Outcome> outcomes = new HashMap<>();
    List<Event.About> events = new ArrayList<>(applied.size());
    List<Line> lines = new ArrayList<>(applied.size());
    List<Opened> opened = new ArrayList<>(0);
    List<Settling> unblocked = new ArrayList<>(0);

    repeats.forEach(settling -> outcomes.put(settling, Outcome.of(Verdict.REPLAYED)));
    for (Applied change : applied) {
      Settling settling = change.settling();
      outcomes.put(settling, Outcome.of(Verdict.APPLIED));
      events.add(event(change));
      lines.add(new Line(settling, settling.notice().kind().name(), change.was(), change.status()));
      if (change.hasOpenCases()) {
        unblocked.add(settling);
      }
    }
    for (Map.Entry<Settling, Finding> entry : findings.byNotice().entrySet()) {
      if (entry.getValue().standsAlone()) {
        events.add(event(entry.getKey(), findings, entry.getValue().moves()));
        lines.add(new Line(entry.getKey(), entry.getKey().notice().kind().name(), null, null));
      }
    }
    outbox.append(connection, events);

    List<Settling> settled = new ArrayList<>(0);
    List<Settling> unchanged = new ArrayList<>(0);
    for (Settling settling : inOrder(findings.byNotice().keySet())) {
      Finding finding = findings.byNotice().get(settling);
      if (finding.standsAlone()) {
        cases.closeRefunded(connection, settling, finding.caseId());
        settled.add(settling);
      } else if (finding.isQuietSuccess()) {
        unchanged.add(settling);
      }
      if (finding.opens() != null) {
        String expected = findings.facts().get(settling).asJson();
        Opened newCase = cases.open(connection, Opening.of(finding.opens(), settling, expected));
        if (newCase != null) {
          opened.add(newCase);
          lines.add(new Line(settling, what(finding), null, null));
        }
      }
      outcomes.put(settling, outcome(connection, settling, finding));
    }
    unblocked.stream().filter(Consequences::closesItsCase).forEach(settled::add);
    cases.closeSettled(connection, settled, unchanged);
    openForMoneyTakenBack(connection, applied, opened);
    history.write(connection, lines);
    return new Settled(outcomes, opened, unblocked);
  }

  // An acceptance closes its case with the operator's word; of money that was taken back people
  // must know, also when it was unknown at first.
  private static boolean closesItsCase(Settling applied) {
    return !applied.acceptsLatePayment() && caseOfMoneyTakenBack(applied.notice().kind()) == null;
  }

  private void openForMoneyTakenBack(
      Connection connection, List<Applied> applied, List<Opened> opened) throws SQLException {
    for (Applied change : applied) {
      CaseKind kind = caseOfMoneyTakenBack(change.settling().notice().kind());
      if (kind != null) {
        opened.add(cases.open(connection, Opening.of(kind, change.settling(), "{}")));
      }
    }
    opened.removeIf(newCase -> newCase == null);
  }

  private static CaseKind caseOfMoneyTakenBack(Notice.Kind kind) {
    return switch (kind) {
      case PAID, CLOSED, REFUNDED -> null;
      case REFUND_FAILED, REFUND_ABNORMAL -> CaseKind.REFUND_FAILED;
      case CHARGEBACK -> CaseKind.CHARGEBACK;
      case CHARGEBACK_REVERSED -> CaseKind.CHARGEBACK_REVERSED;
      case REVERSED -> CaseKind.REVERSED;
    };
  }

  private static String what(Finding finding) {
    return finding.verdict().answer() == Answer.ACCEPT
        ? "CASE " + finding.opens()
        : "REFUSED " + finding.verdict();
  }

  private Outcome outcome(Connection connection, Settling settling, Finding finding)
      throws SQLException {
    if (finding.verdict() == null) {
      return Outcome.of(Verdict.UNAVAILABLE);
    }
    Instant since =
        finding.verdict() == Verdict.UNKNOWN_PAYMENT ? cases.openedAt(connection, settling) : null;
    return new Outcome(finding.verdict(), since);
  }

  private static List<Settling> inOrder(Set<Settling> settlings) {
    return settlings.stream().sorted(SettlementQueue.IN_BYTE_ORDER).toList();
  }

  private static Event.About event(Applied change) {
    Settling settling = change.settling();
    return event(
        settling,
        change.status(),
        change.amount(),
        change.currency(),
        change.moves(),
        change.refunded());
  }

  private static Event.About event(Settling settling, Findings findings, long moves) {
    Facts.Payment payment = findings.facts().get(settling).payment();
    return event(
        settling,
        payment.status().name(),
        payment.amount(),
        payment.currency(),
        moves,
        payment.refunded());
  }

  private static Event.About event(
      Settling settling, String status, long amount, String currency, long moves, long refunded) {
    Notice notice = settling.notice();
    return new Event.About(
        typeOf(notice.kind()),
        settling.merchant(),
        settling.outTradeNo(),
        status,
        amount,
        currency,
        moves,
        refunded,
        settling.account(),
        notice.transactionId(),
        notice.outRefundNo(),
        notice.occurredAt(),
        null);
  }

  private static String typeOf(Notice.Kind kind) {
    return switch (kind) {
      case PAID -> "payment.paid";
      case CLOSED -> "payment.closed";
      case REFUNDED -> "payment.refunded";
      case REFUND_FAILED, REFUND_ABNORMAL -> "payment.refund_failed";
      case CHARGEBACK, CHARGEBACK_REVERSED, REVERSED -> "payment.disputed";
    };
  }
}
