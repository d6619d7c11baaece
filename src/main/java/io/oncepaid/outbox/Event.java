package io.oncepaid.outbox;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One thing that the business is told.
 *
 * @param id the webhook-id; sorts by time of creation
 * @param createdAt when it was written
 * @param about what it tells
 */
public record Event(String id, Instant createdAt, About about) {
  private static final JsonFactory JSON = new JsonFactory();

  /**
   * What an event tells. Amounts are minor units of currency; fields that do not apply are null.
   *
   * @param type payment.paid, payment.refunded, case.opened …
   * @param status of the payment; of a case: its kind
   * @param amount of a payment: what was agreed; of a case: what the gateway said
   * @param movedAmount what this very event moved, such as one refund
   * @param refundedAmount all refunds of the payment so far
   */
  public record About(
      String type,
      String merchant,
      String outTradeNo,
      String status,
      Long amount,
      String currency,
      Long movedAmount,
      Long refundedAmount,
      String account,
      String transactionId,
      String outRefundNo,
      Instant occurredAt,
      Long caseId) {}

  /** A new event with an id of its own. */
  static Event of(About about, Instant now) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    String id =
        String.format(
            "evt_%012x%04x%016x", now.toEpochMilli(), random.nextInt(0x10000), random.nextLong());
    return new Event(id, now, about);
  }

  /** The exact body that is signed and delivered. */
  public String payload() {
    StringWriter text = new StringWriter(512);
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeStringField("id", id);
      json.writeStringField("type", about.type());
      json.writeStringField("created_at", createdAt.toString());
      json.writeObjectFieldStart("data");
      json.writeStringField("merchant", about.merchant());
      json.writeStringField("out_trade_no", about.outTradeNo());
      json.writeStringField("status", about.status());
      write(json, "amount", about.amount());
      json.writeStringField("currency", about.currency());
      write(json, "moved_amount", about.movedAmount());
      write(json, "refunded_amount", about.refundedAmount());
      json.writeStringField("account", about.account());
      json.writeStringField("transaction_id", about.transactionId());
      json.writeStringField("out_refund_no", about.outRefundNo());
      json.writeStringField(
          "occurred_at", about.occurredAt() == null ? null : about.occurredAt().toString());
      write(json, "case_id", about.caseId());
      json.writeEndObject();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, String name, Long value) throws IOException {
    if (value == null) {
      json.writeNullField(name);
    } else {
      json.writeNumberField(name, value);
    }
  }
}
