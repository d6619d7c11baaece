package io.oncepaid.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncepaid.gateway.Notice.Kind;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** From the normal form in a vector to the notices that it stands for. */
final class VectorFacts {
  private VectorFacts() {}

  /**
   * The notices that a vector's normal form stands for. A time, and a refund's transaction, that it
   * leaves open is taken from what was read.
   */
  static List<Notice> expected(JsonNode vector, List<Notice> read) {
    JsonNode expect = vector.path("expect");
    List<JsonNode> facts = new ArrayList<>();
    expect.path("normalized_all").elements().forEachRemaining(facts::add);
    if (facts.isEmpty()) {
      facts.add(expect.path("normalized"));
    }
    List<Notice> notices = new ArrayList<>();
    for (JsonNode fact : facts) {
      notices.addAll(
          notices.size() < read.size()
              ? notices(fact, read.get(notices.size()).occurredAt(), read.get(notices.size()))
              : notices(fact, Instant.EPOCH, null));
    }
    return notices;
  }

  /** False for a genuine message about an order that was never registered: no such number is. */
  static boolean canBeOurs(JsonNode vector) {
    JsonNode number = vector.path("expect").path("normalized").path("out_trade_no");
    return !number.isTextual() || Notice.isOutTradeNo(number.asText());
  }

  private static List<Notice> notices(JsonNode fact, Instant open, Notice read) {
    String number = fact.path("out_trade_no").asText("");
    String transaction = fact.path("gateway_txn_id").asText("");
    long amount = fact.path("amount_minor").asLong();
    String currency = fact.path("currency").asText("");
    Instant time = time(fact.path("success_time"), open);
    Notice paid = amount == 0 ? null : Notice.paid(number, transaction, amount, currency, time);
    return switch (fact.path("event_kind").asText() + ' ' + fact.path("status").asText()) {
      case "payment paid" -> List.of(paid);
      case "payment partially_refunded", "payment refunded" ->
          List.of(
              paid,
              Notice.refundedInTotal(
                  number,
                  transaction,
                  fact.path("refund_total_minor").asLong(),
                  currency,
                  time(fact.path("refund_time"), open)));
      case "payment closed", "payment failed" -> List.of(Notice.closed(number, transaction, open));
      // A cancellation by the merchant: all of the money goes back.
      case "refund refunded", "reversal reversed" ->
          List.of(refund(Kind.REFUNDED, fact, read, time));
      case "refund refund_needs_action" -> List.of(refund(Kind.REFUND_ABNORMAL, fact, read, time));
      case "refund refund_closed", "refund refund_failed" ->
          List.of(refund(Kind.REFUND_FAILED, fact, read, time));
      case "chargeback charged_back" -> List.of(refund(Kind.CHARGEBACK, fact, read, time));
      default -> throw new IllegalStateException("no rule for " + fact);
    };
  }

  private static Notice refund(Kind kind, JsonNode fact, Notice read, Instant time) {
    return new Notice(
        kind,
        fact.path("out_trade_no").asText(""),
        fact.path("gateway_txn_id").asText(read == null ? "" : read.transactionId()),
        fact.path("out_refund_no").asText(""),
        fact.path("gateway_refund_id").asText(""),
        fact.path("refund_minor").asLong(),
        fact.path("currency").asText(),
        null,
        time);
  }

  private static Instant time(JsonNode text, Instant open) {
    return text.isTextual() ? OffsetDateTime.parse(text.asText()).toInstant() : open;
  }
}
