package io.oncepaid.pipeline;

import io.oncepaid.gateway.Notice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A random life of one to six payments: what gateways say, how often and in which order, and what
 * people do meanwhile. The same seed gives the same life.
 */
final class Life {
  private static final Instant NOON = Instant.parse("2026-03-09T04:00:00Z");
  private static final int STREAMS = 3;

  /**
   * What is agreed.
   *
   * @param first registered before the first request; else at some time, or never
   * @param acceptsLate an operator accepts its late payment in the end
   */
  record Terms(String number, long amount, boolean first, boolean acceptsLate) {}

  /**
   * What a gateway sends in one request.
   *
   * @param patient repeated while the payment is unknown; else that is left to the sweep
   */
  record Request(String id, String account, List<Notice> notices, boolean patient) {}

  enum What {
    DELIVER,
    REGISTER,
    SHIP,
    MOVE_BY_HAND,
    ACCEPT_LATE,
    FORGET
  }

  /**
   * One thing that happens.
   *
   * @param alone waits for the answers to all before it; else the next goes at once
   */
  record Step(What what, Request request, Terms terms, int instance, boolean alone) {}

  /** Money at a gateway. */
  private record Transaction(String account, String id, long amount, String currency) {}

  final long seed;
  final String merchant;
  final String prefix;
  final List<Terms> payments = new ArrayList<>();
  final List<Request> requests = new ArrayList<>();
  final List<List<Step>> streams = new ArrayList<>();
  private final Random random;
  private final List<Step> steps = new ArrayList<>();
  private final List<Transaction> mains = new ArrayList<>();

  Life(long seed, int index) {
    this.seed = seed;
    this.random = new Random(seed);
    // Numbers and transactions occur with every merchant: they must not mix.
    this.merchant = "m" + index % Instance.MERCHANTS;
    this.prefix = "L" + index / Instance.MERCHANTS + "-";
    int count = 1 + Math.min(random.nextInt(6), random.nextInt(6));
    for (int i = 0; i < count; i++) {
      payment(i);
    }
    reuseOfATransaction();
    for (int i = random.nextInt(3); i > 0; i--) {
      steps.add(step(What.FORGET, null, null));
    }
    for (Request request : requests) {
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        steps.add(step(What.DELIVER, request, null));
      }
    }
    Collections.shuffle(steps, random);
    int size = (steps.size() + STREAMS - 1) / STREAMS;
    for (int from = 0; from < steps.size(); from += size) {
      streams.add(steps.subList(from, Math.min(from + size, steps.size())));
    }
  }

  Request request(String id) {
    return requests.stream().filter(request -> request.id().equals(id)).findFirst().orElseThrow();
  }

  /** A transaction of which several amounts are told: its refunds are judged by what is known. */
  boolean hasSeveralAmounts(String transaction) {
    return requests.stream()
            .flatMap(request -> request.notices().stream())
            .filter(n -> n.kind() == Notice.Kind.PAID && n.transactionId().equals(transaction))
            .map(n -> n.outTradeNo() + n.amount() + n.currency())
            .distinct()
            .count()
        > 1;
  }

  private void payment(int i) {
    int registration = random.nextInt(100);
    Terms terms =
        new Terms(prefix + i, 10 + random.nextInt(5000), registration < 75, random.nextBoolean());
    payments.add(terms);
    if (registration >= 75 && registration < 97) {
      steps.add(step(What.REGISTER, null, terms));
    }
    Transaction main = transaction(terms, "a", terms.amount());
    mains.add(main);
    if (chance(95)) {
      money(terms, main);
    }
    if (chance(35)) {
      money(terms, transaction(terms, "b", terms.amount()));
    }
    if (chance(10)) {
      money(terms, transaction(terms, "c", terms.amount()));
    }
    otherMoney(terms, main);
    closing(terms);
    people(terms);
  }

  private void otherMoney(Terms terms, Transaction main) {
    if (chance(12)) {
      money(terms, transaction(terms, "d", terms.amount() + 1 + random.nextInt(9)));
    }
    if (chance(12)) {
      request(main.account(), paid(terms, main.id(), terms.amount() - 1, "CNY"));
    }
    if (chance(6)) {
      request(main.account(), paid(terms, main.id(), terms.amount(), "USD"));
    }
    if (chance(8)) {
      request(anyAccount(), single(terms.number(), prefix + "stranger", "R9", 1));
    }
  }

  private void closing(Terms terms) {
    if (chance(35)) {
      request(anyAccount(), Notice.closed(terms.number(), "", NOON));
    }
    if (chance(10)) {
      request(anyAccount(), Notice.closed(terms.number(), "", NOON));
    }
  }

  private void people(Terms terms) {
    if (chance(20)) {
      steps.add(step(What.SHIP, null, terms));
      steps.add(step(What.SHIP, null, terms));
    }
    if (chance(8)) {
      steps.add(step(What.MOVE_BY_HAND, null, terms));
    }
    if (terms.acceptsLate()) {
      steps.add(step(What.ACCEPT_LATE, null, terms));
    }
  }

  // A payment's money and what goes back of it, in the manner of its gateway.
  private void money(Terms terms, Transaction transaction) {
    Notice paid = paid(terms, transaction.id(), transaction.amount(), transaction.currency());
    boolean totals = transaction.account().startsWith("totals");
    boolean onlyMessage = totals && chance(15);
    if (!onlyMessage) {
      request(transaction.account(), paid);
    }
    if (onlyMessage) {
      request(transaction.account(), paid, total(terms, transaction, transaction.amount()));
    } else if (totals && chance(60)) {
      runningTotals(terms, transaction, paid);
    } else if (chance(60)) {
      singles(terms, transaction);
    }
  }

  private void runningTotals(Terms terms, Transaction transaction, Notice paid) {
    long total = 0;
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      total += 1 + random.nextInt((int) transaction.amount());
      if (chance(70)) {
        total = Math.min(total, transaction.amount());
      }
      Notice notice = total(terms, transaction, total);
      if (chance(50)) {
        request(transaction.account(), paid, notice);
      } else {
        request(transaction.account(), notice);
      }
    }
  }

  private void singles(Terms terms, Transaction transaction) {
    long left = transaction.amount();
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      long amount = 1 + random.nextInt((int) transaction.amount());
      if (chance(70) && left > 0) {
        amount = i == count - 1 ? left : 1 + random.nextInt((int) left);
      }
      left -= amount;
      String refund = "R" + i;
      int naming = random.nextInt(100);
      if (naming < 80) {
        request(transaction.account(), single(terms.number(), transaction.id(), refund, amount));
      }
      if (naming >= 70) {
        request(transaction.account(), single("", transaction.id(), refund, amount));
      }
      if (chance(8)) {
        request(
            transaction.account(), single(terms.number(), transaction.id(), refund, amount + 1));
      }
    }
  }

  private void reuseOfATransaction() {
    if (payments.size() > 1 && chance(20)) {
      Transaction other = mains.get(0);
      Terms terms = payments.get(1);
      request(other.account(), paid(terms, other.id(), terms.amount(), "CNY"));
    }
  }

  private Transaction transaction(Terms terms, String suffix, long amount) {
    return new Transaction(anyAccount(), terms.number() + suffix, amount, "CNY");
  }

  private void request(String account, Notice... notices) {
    String id = merchant + ":" + prefix + ":" + requests.size();
    requests.add(new Request(id, account, List.of(notices), chance(80)));
  }

  private Step step(What what, Request request, Terms terms) {
    return new Step(what, request, terms, random.nextInt(2), chance(60));
  }

  private String anyAccount() {
    return Instance.account(merchant, random.nextInt(2));
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private static Notice paid(Terms terms, String transaction, long amount, String currency) {
    return Notice.paid(terms.number(), transaction, amount, currency, NOON);
  }

  private static Notice total(Terms terms, Transaction transaction, long total) {
    return Notice.refundedInTotal(
        terms.number(), transaction.id(), total, transaction.currency(), NOON);
  }

  private static Notice single(String number, String transaction, String refund, long amount) {
    return Notice.refunded(number, transaction, refund, "", amount, "CNY", NOON);
  }
}
