package io.oncepaid.pipeline;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * What stands here about a notice's payment and transaction, read after the payment was locked.
 *
 * @param payment the payment, or null when it is not registered
 * @param own the flow row of the notice's own natural key, or null
 * @param pay the payment's PAY row, or null
 * @param refund the booked refund that a failed one speaks of, or null
 * @param inCase the case of the transaction (second of a double payment, or late), or null
 */
record Facts(Payment payment, Booked own, Booked pay, Booked refund, InCase inCase) {
  private static final JsonFactory JSON = new JsonFactory();

  /** Amounts in minor units of currency; account and transactionId are null until it is paid. */
  record Payment(
      PaymentStatus status,
      long amount,
      String currency,
      long refunded,
      String account,
      String transactionId) {}

  /** A row of the books. */
  record Booked(
      String outTradeNo,
      String account,
      String transactionId,
      long amount,
      String currency,
      long runningTotal) {}

  /** Money that waits for a decision: its amount, and what of it was refunded. */
  record InCase(long id, long amount, String currency, long refunded) {}

  /** True when the account and the transaction are the ones that paid. */
  boolean paidBy(String account, String transactionId) {
    if (pay != null) {
      return account.equals(pay.account()) && transactionId.equals(pay.transactionId());
    }
    return payment != null
        && account.equals(payment.account())
        && transactionId.equals(payment.transactionId());
  }

  /** Our side, as it is shown in a case. */
  String asJson() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      if (payment != null) {
        json.writeStringField("status", payment.status().name());
        json.writeNumberField("amount", payment.amount());
        json.writeStringField("currency", payment.currency());
        json.writeNumberField("refunded_amount", payment.refunded());
        json.writeStringField("account", payment.account());
        json.writeStringField("transaction_id", payment.transactionId());
      }
      if (own != null && (payment == null || !own.equals(pay))) {
        json.writeObjectFieldStart("booked");
        json.writeStringField("out_trade_no", own.outTradeNo());
        json.writeNumberField("amount", own.amount());
        json.writeStringField("currency", own.currency());
        json.writeEndObject();
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }
}
