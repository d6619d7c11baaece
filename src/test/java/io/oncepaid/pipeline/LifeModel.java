package io.oncepaid.pipeline;

import io.oncepaid.gateway.Notice;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rules of payments once more, as plain arithmetic on one thread: what a notice means for the
 * payments as they are, and what it makes of them.
 */
final class LifeModel {
  /** A payment; status is null until it is registered, payer until it is paid. */
  static final class Payment {
    final long amount;
    final List<String> events = new ArrayList<>();
    String status;
    String before;
    String payer;
    long refunded;

    Payment(long amount) {
      this.amount = amount;
    }

    boolean drifted() {
      return payer != null && (status.equals("PENDING") || status.equals("CLOSED"));
    }

    @Override
    public String toString() {
      return Stream.of(status, before, Long.toString(refunded), payer)
          .filter(Objects::nonNull)
          .collect(Collectors.joining(" "));
    }
  }

  /** A booked movement. */
  record Row(String number, long amount, String currency) {}

  /** Money beside the payment: the second of a double payment, or late. */
  record Second(long amount, String currency) {}

  /** What a notice means now: moves counts if the verdict is APPLIED. */
  record Judged(Verdict verdict, CaseKind opens, long moves) {}

  final Map<String, Payment> payments = new TreeMap<>();
  final Map<String, Row> rows = new HashMap<>();

  /** The meaning of a notice; second is what its transaction has in a case, or null. */
  Judged judge(String account, Notice n, Second second) {
    Payment p = payments.get(n.outTradeNo());
    if (p == null || p.status == null) {
      p = null;
    }
    String by = account + " " + n.transactionId();
    return switch (n.kind()) {
      case PAID -> paid(p, by, n);
      case CLOSED -> closed(p, account);
      default -> refunded(p, by, n, second);
    };
  }

  private Judged paid(Payment p, String by, Notice n) {
    Row own = rows.get("PAY " + by);
    if (own != null && !own.number().equals(n.outTradeNo())) {
      return refused(Verdict.CONFLICT, CaseKind.TRANSACTION_REUSED);
    }
    if (p == null) {
      return refused(Verdict.UNKNOWN_PAYMENT, CaseKind.UNKNOWN_PAYMENT);
    }
    boolean agreed = n.amount() == p.amount && n.currency().equals("CNY");
    if (by.equals(p.payer)) {
      return agreed ? replayed(p) : refused(Verdict.MISMATCH, CaseKind.MISMATCH);
    }
    if (p.payer != null) {
      return refused(Verdict.CONFLICT, CaseKind.DOUBLE_PAYMENT);
    }
    if (p.status.equals("CLOSED")) {
      return refused(Verdict.ILLEGAL_TRANSITION, CaseKind.LATE_PAYMENT);
    }
    return agreed ? applied(n.amount()) : refused(Verdict.MISMATCH, CaseKind.MISMATCH);
  }

  private static Judged closed(Payment p, String account) {
    if (p == null) {
      return refused(Verdict.UNKNOWN_PAYMENT, CaseKind.UNKNOWN_PAYMENT);
    }
    if (p.payer == null) {
      return p.status.equals("PENDING") ? applied(0) : replayed(p);
    }
    boolean odd = p.payer.startsWith(account + " ");
    return p.drifted()
        ? replayed(p)
        : new Judged(Verdict.IGNORED, odd ? CaseKind.CLOSED_AFTER_PAID : null, 0);
  }

  private Judged refunded(Payment p, String by, Notice n, Second second) {
    Row own = rows.get("REFUND " + by + " " + n.movementNo());
    if (own != null && !own.number().equals(n.outTradeNo())) {
      return refused(Verdict.CONFLICT, CaseKind.TRANSACTION_REUSED);
    }
    if (own != null) {
      boolean same = n.refundedTotal() != null || own.amount() == n.amount();
      return same ? replayed(p) : refused(Verdict.CONFLICT, CaseKind.CONFLICT);
    }
    boolean counts = p != null && by.equals(p.payer);
    if (p == null || !counts && second == null) {
      return refused(Verdict.UNKNOWN_PAYMENT, CaseKind.UNKNOWN_PAYMENT);
    }
    if (!n.currency().equals(counts ? "CNY" : second.currency())) {
      return refused(Verdict.MISMATCH, CaseKind.MISMATCH);
    }
    long before = counts ? p.refunded : refundsOf(by);
    long moves = n.refundedTotal() == null ? n.amount() : n.refundedTotal() - before;
    if (moves <= 0) {
      return counts ? replayed(p) : new Judged(Verdict.REPLAYED, null, 0);
    }
    if (before + moves > (counts ? p.amount : second.amount())) {
      return refused(Verdict.MISMATCH, CaseKind.OVER_REFUND);
    }
    return counts && p.drifted()
        ? refused(Verdict.ILLEGAL_TRANSITION, CaseKind.STATE_DRIFT)
        : applied(moves);
  }

  /** Makes a notice true that was judged APPLIED, or an operator's acceptance. */
  void apply(String account, Notice n, long moves) {
    Payment p = payments.get(n.outTradeNo());
    String by = account + " " + n.transactionId();
    Row row = new Row(n.outTradeNo(), moves, n.currency());
    switch (n.kind()) {
      case PAID -> {
        p.status = "PAID";
        p.payer = by;
        rows.put("PAY " + by, row);
      }
      case CLOSED -> p.status = "CLOSED";
      default -> {
        rows.put("REFUND " + by + " " + n.movementNo(), row);
        if (by.equals(p.payer)) {
          p.refunded += moves;
          if (p.refunded == p.amount) {
            p.before = p.status;
            p.status = "REFUNDED";
          }
        }
      }
    }
    String type = "payment." + n.kind().name().toLowerCase(Locale.ROOT);
    p.events.add(type + " " + p.status + " " + moves + " " + p.refunded);
  }

  /** The books, a line for each row. */
  List<String> flows() {
    return rows.entrySet().stream()
        .map(
            row ->
                String.join(
                    " ",
                    row.getValue().number(),
                    row.getKey(),
                    Long.toString(row.getValue().amount()),
                    row.getValue().currency()))
        .sorted()
        .toList();
  }

  /** Minor units that went back of a transaction. */
  long refundsOf(String by) {
    return rows.entrySet().stream()
        .filter(row -> row.getKey().startsWith("REFUND " + by + " "))
        .mapToLong(row -> row.getValue().amount())
        .sum();
  }

  private static Judged applied(long moves) {
    return new Judged(Verdict.APPLIED, null, moves);
  }

  private static Judged refused(Verdict verdict, CaseKind opens) {
    return new Judged(verdict, opens, 0);
  }

  private static Judged replayed(Payment p) {
    return new Judged(Verdict.REPLAYED, p.drifted() ? CaseKind.STATE_DRIFT : null, 0);
  }
}
