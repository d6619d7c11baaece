package io.oncepaid.gateway.hmac;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.RawCallback;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PaystackTest extends HmacContract {
  /** The number stands for the transaction too; the transaction given is put where nobody looks. */
  private static final String PAYMENT =
      """
      {"event":"charge.success","data":{"id":302961,"domain":"live","status":"success",\
      "reference":"%1$s","receipt":"%2$s","amount":%3$s,"message":null,\
      "paid_at":"2026-03-09T02:15:20.000Z","currency":"CNY","metadata":{"note":"₦ naïve ☕"}}}""";

  private static final String REFUND =
      """
      {"event":"refund.processed","data":{"status":"processed","transaction_reference":"T1",\
      "refund_reference":"RF-1","amount":"3000","currency":"NGN"}}""";

  @Override
  protected String vectorsFile() {
    return "paystack.json";
  }

  @Override
  String heading() {
    return "Paystack";
  }

  /** A refund names its payment by the reference alone, so that is the transaction's id in both. */
  @Override
  protected List<Notice> expected(JsonNode vector, List<Notice> read) {
    return super.expected(vector, read).stream().map(PaystackTest::byReference).toList();
  }

  @Override
  protected String transaction(String outTradeNo, String transactionId) {
    return outTradeNo;
  }

  private static Notice byReference(Notice notice) {
    return new Notice(
        notice.kind(),
        notice.outTradeNo(),
        notice.outTradeNo(),
        notice.outRefundNo(),
        notice.gatewayRefundId(),
        notice.amount(),
        notice.currency(),
        notice.refundedTotal(),
        notice.occurredAt());
  }

  @Override
  protected HmacTestSender sender() {
    Map<String, String> others =
        Map.of(
            "charge.success that failed",
            PAYMENT.replace("\"success\"", "\"failed\"").formatted("T1", "42", 1),
            "charge.failed",
            PAYMENT.replace("charge.success", "charge.failed").formatted("T1", "42", 1),
            "refund.pending",
            REFUND.replace("refund.processed", "refund.pending"),
            "transfer.success",
            "{\"event\":\"transfer.success\",\"data\":{\"amount\":1}}");
    return new HmacTestSender(
        preset(), SECRET, "x-paystack-signature", "HmacSHA512", false, "", PAYMENT, others);
  }

  @Test
  void a_refund_without_a_time_has_that_of_its_receipt() throws Exception {
    RawCallback refund = sender().post(REFUND, NOW);
    assertThat(sender().receiver().read(refund).notices())
        .containsExactly(Notice.refunded("T1", "T1", "", "RF-1", 3000, "NGN", NOW));
  }
}
