package io.oncepaid.pipeline;

import io.oncepaid.gateway.Notice;
import io.oncepaid.pipeline.LifeBooks.Case;
import io.oncepaid.pipeline.LifeBooks.Line;
import io.oncepaid.pipeline.LifeModel.Judged;
import io.oncepaid.pipeline.LifeModel.Payment;
import io.oncepaid.pipeline.LifeModel.Second;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A life, told by the model. Which of several notices came first is the one thing that the model
 * takes from the database: it makes the changes in the order in which they were written down, and
 * each must be allowed where it stands.
 */
final class LifeStory {
  final List<String> violations = new ArrayList<>();
  final LifeModel model = new LifeModel();
  private final Life life;
  private final LifeBooks books;
  private final Map<String, EnumSet<CaseKind>> explained = new HashMap<>();
  private final Set<String> applied = new HashSet<>();

  LifeStory(Life life, LifeBooks books) {
    this.life = life;
    this.books = books;
    for (Life.Terms terms : life.payments) {
      Payment payment = new Payment(terms.amount());
      payment.status = terms.first() ? "PENDING" : null;
      model.payments.put(terms.number(), payment);
    }
    explainCases(notice -> true);
    for (Line line : books.lines()) {
      if (follow(line)) {
        explainCases(notice -> concerns(line, notice));
      }
    }
  }

  private boolean concerns(Line line, Notice notice) {
    return notice.outTradeNo().isEmpty()
        || notice.outTradeNo().equals(line.number())
        || line.request() != null
            && life.request(line.request()).notices().stream()
                .anyMatch(told -> told.transactionId().equals(notice.transactionId()));
  }

  /** True if the line changed anything; a refusal does not. */
  private boolean follow(Line line) {
    Payment payment = model.payments.get(line.number());
    switch (line.what()) {
      case "REGISTERED" -> payment.status = payment.status == null ? "PENDING" : payment.status;
      case "SHIPPED", "BY HAND" -> payment.status = line.to();
      case "PAID", "CLOSED", "REFUNDED" -> apply(line, payment);
      default -> {
        return false;
      }
    }
    return true;
  }

  private void apply(Line line, Payment payment) {
    Life.Request request = life.request(line.request());
    Notice notice =
        request.notices().stream()
            .filter(n -> n.kind().name().equals(line.what()))
            .findFirst()
            .orElseThrow()
            .withOutTradeNo(line.number());
    String was = payment.status;
    Judged judged =
        judgements(request.account(), notice)
            .filter(j -> j.verdict() == Verdict.APPLIED || line.byOperator() && isLate(j, notice))
            .findFirst()
            .orElse(null);
    if (judged == null) {
      violations.add("applied against the rules: " + line + " " + notice);
      return;
    }
    long moves = line.byOperator() ? notice.amount() : judged.moves();
    model.apply(request.account(), notice, moves);
    applied.add(name(request.account(), notice));
    boolean beside = line.from() == null && notice.kind() == Notice.Kind.REFUNDED;
    if (!beside && !(was.equals(line.from()) && payment.status.equals(line.to()))) {
      violations.add("another step, " + was + " to " + payment.status + ": " + line);
    }
  }

  private boolean isLate(Judged judged, Notice notice) {
    return judged.opens() == CaseKind.LATE_PAYMENT
        && notice.amount() == model.payments.get(notice.outTradeNo()).amount
        && notice.currency().equals("CNY");
  }

  // Every kind that the model gives a notice at some time explains a case of that kind.
  private void explainCases(Predicate<Notice> concerned) {
    for (Life.Request request : life.requests) {
      for (Notice notice : request.notices()) {
        if (!concerned.test(notice)) {
          continue;
        }
        if (!notice.outTradeNo().isEmpty()) {
          explain(request.account(), notice);
          continue;
        }
        life.payments.forEach(
            terms -> explain(request.account(), notice.withOutTradeNo(terms.number())));
        if (bookedOn(request.account(), notice) == null) {
          kinds(name(request.account(), notice)).add(CaseKind.UNKNOWN_PAYMENT);
        }
      }
    }
  }

  private void explain(String account, Notice notice) {
    EnumSet<CaseKind> kinds = kinds(name(account, notice));
    judgements(account, notice).filter(j -> j.opens() != null).forEach(j -> kinds.add(j.opens()));
    if (kinds.contains(CaseKind.TRANSACTION_REUSED)) {
      // The other payment may have been under way and not yet visible.
      kinds.addAll(EnumSet.of(CaseKind.LATE_PAYMENT, CaseKind.DOUBLE_PAYMENT));
    }
  }

  private EnumSet<CaseKind> kinds(String name) {
    return explained.computeIfAbsent(name, n -> EnumSet.noneOf(CaseKind.class));
  }

  private Stream<Judged> judgements(String account, Notice notice) {
    return Stream.concat(
            Stream.of((Second) null),
            seconds(account, notice).map(c -> new Second(c.amount(), c.currency())))
        .map(second -> model.judge(account, notice, second));
  }

  /** Cases whose money stands beside the payment, the one that takes refunds first. */
  private Stream<Case> seconds(String account, Notice notice) {
    return books.cases().stream()
        .filter(Case::isBeside)
        .filter(c -> c.account().equals(account) && c.transaction().equals(notice.transactionId()))
        .filter(c -> notice.outTradeNo().isEmpty() || c.number().equals(notice.outTradeNo()))
        .filter(c -> !"ACCEPTED".equals(c.resolution()) && !"SETTLED".equals(c.resolution()))
        .sorted(Comparator.comparing(Case::amount).reversed().thenComparing(Case::id));
  }

  private String bookedOn(String account, Notice notice) {
    String by = account + " " + notice.transactionId();
    LifeModel.Row own = model.rows.get("REFUND " + by + " " + notice.movementNo());
    LifeModel.Row row = own == null ? model.rows.get("PAY " + by) : own;
    return row == null ? null : row.number();
  }

  /** The notice under its payment's number, if that can be known in the end. */
  Notice named(String account, Notice notice) {
    if (!notice.outTradeNo().isEmpty()) {
      return notice;
    }
    String number = bookedOn(account, notice);
    return number != null
        ? notice.withOutTradeNo(number)
        : seconds(account, notice)
            .findFirst()
            .map(c -> notice.withOutTradeNo(c.number()))
            .orElse(notice);
  }

  /** What the notice means in the end. */
  Judged inTheEnd(String account, Notice notice) {
    Notice named = named(account, notice);
    Second second =
        seconds(account, named)
            .findFirst()
            .map(c -> new Second(c.amount(), c.currency()))
            .orElse(null);
    return model.judge(account, named, second);
  }

  boolean wasApplied(String account, Notice notice) {
    return applied.contains(name(account, named(account, notice)));
  }

  boolean explains(Case c) {
    return explained.containsKey(c.name()) && explained.get(c.name()).contains(c.kind());
  }

  /** What makes two notices the same. */
  static String name(String account, Notice n) {
    return String.join(
        " ",
        account,
        n.kind().name(),
        n.outTradeNo(),
        n.transactionId(),
        n.movementNo(),
        Long.toString(n.amount()),
        n.currency());
  }
}
