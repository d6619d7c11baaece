package io.oncepaid.api;

import io.oncepaid.payment.Payment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that happened to a payment, oldest first. Entries of one transaction have the same
 * time; they are told in the order in which the transaction wrote them.
 */
final class Timeline {
  private static final Comparator<Entry> IN_ORDER =
      Comparator.comparing(Entry::at).thenComparing(Entry::rank).thenComparing(Entry::id);

  private final Payment payment;
  private final List<Entry> entries = new ArrayList<>();

  private enum Rank {
    HISTORY,
    FLOW,
    EVENT,
    DELIVERY,
    CASE_OPENED,
    CASE_CLOSED
  }

  private record Entry(Instant at, Rank rank, long id, Map<String, Object> shown) {}

  private Timeline(Payment payment) {
    this.payment = payment;
  }

  /** The entries as JSON objects: {@code at}, {@code entry} and what the entry has to tell. */
  static List<Map<String, Object>> of(Payment payment) {
    Timeline timeline = new Timeline(payment);
    timeline.addHistory();
    timeline.addFlows();
    timeline.addEvents();
    timeline.addCases();
    return timeline.entries.stream().sorted(IN_ORDER).map(Entry::shown).toList();
  }

  private void addHistory() {
    for (HistoryRow row : HistoryRow.<HistoryRow>list(ofPayment(), key())) {
      Map<String, Object> shown = add(row.at, Rank.HISTORY, row.id);
      put(shown, "what", row.what);
      put(shown, "from_status", row.fromStatus);
      put(shown, "to_status", row.toStatus);
      put(shown, "source", row.source);
    }
  }

  private void addFlows() {
    for (FlowRow row : FlowRow.<FlowRow>list(ofPayment(), key())) {
      Map<String, Object> shown = add(row.bookedAt, Rank.FLOW, row.id);
      put(shown, "kind", row.kind);
      put(shown, "account", row.account);
      put(shown, "transaction_id", row.transactionId);
      put(shown, "out_refund_no", row.outRefundNo.isEmpty() ? null : row.outRefundNo);
      put(shown, "amount", row.amount);
      put(shown, "currency", row.currency);
      put(shown, "occurred_at", row.occurredAt);
      put(shown, "source", row.source);
    }
  }

  private void addEvents() {
    for (EventRow row : EventRow.<EventRow>list(ofPayment(), key())) {
      Map<String, Object> event = add(row.createdAt, Rank.EVENT, row.seq);
      put(event, "id", row.id);
      put(event, "type", row.type);
      put(event, "status", row.status);
      put(event, "attempts", row.attempts);
      put(event, "last_error", row.lastError);
      if (row.deliveredAt != null) {
        Map<String, Object> delivery = add(row.deliveredAt, Rank.DELIVERY, row.seq);
        put(delivery, "id", row.id);
        put(delivery, "type", row.type);
        put(delivery, "attempts", row.attempts);
      }
    }
  }

  private void addCases() {
    for (CaseRow row : CaseRow.<CaseRow>list(ofPayment(), key())) {
      Map<String, Object> opened = add(row.openedAt, Rank.CASE_OPENED, row.id);
      put(opened, "id", row.id);
      put(opened, "kind", row.kind);
      put(opened, "account", row.account);
      put(opened, "transaction_id", row.transactionId);
      put(opened, "amount", row.amount);
      put(opened, "currency", row.currency);
      if (row.closedAt != null) {
        Map<String, Object> closed = add(row.closedAt, Rank.CASE_CLOSED, row.id);
        put(closed, "id", row.id);
        put(closed, "kind", row.kind);
        put(closed, "resolution", row.resolution);
        put(closed, "note", row.note);
        put(closed, "closed_by", row.closedBy);
      }
    }
  }

  private Map<String, Object> add(Instant at, Rank rank, long id) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("at", at);
    shown.put("entry", rank.name());
    entries.add(new Entry(at, rank, id, shown));
    return shown;
  }

  private static void put(Map<String, Object> shown, String name, Object value) {
    if (value != null) {
      shown.put(name, value);
    }
  }

  private static String ofPayment() {
    return "merchant = :merchant and outTradeNo = :number";
  }

  private Map<String, Object> key() {
    return Map.of("merchant", payment.merchant(), "number", payment.outTradeNo());
  }
}
