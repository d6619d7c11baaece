package io.oncepaid.gateway.hmac;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Notice;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SquareTest extends HmacContract {
  private static final String PAYMENT =
      """
      {"merchant_id":"M1","type":"payment.updated","event_id":"e1","data":{"type":"payment",\
      "object":{"payment":{"status":"COMPLETED","amount_money":{"amount":%3$s,"currency":"CNY"},\
      "total_money":{"amount":1,"currency":"CNY"},"reference_id":"%1$s","id":"%2$s",\
      "updated_at":"2026-03-09T02:15:20.000Z","note":"café 测试"}}}}""";

  private static final String REFUND =
      """
      {"type":"refund.updated","data":{"object":{"refund":{"id":"r1","payment_id":"42",\
      "status":"COMPLETED","amount_money":{"amount":30,"currency":"CNY"},\
      "updated_at":"2026-03-09T02:15:20Z"}}}}""";

  @Override
  protected String vectorsFile() {
    return "square.json";
  }

  @Override
  String heading() {
    return "Square";
  }

  @Override
  protected HmacTestSender sender() {
    Map<String, String> others =
        Map.of(
            "APPROVED", PAYMENT.replace("COMPLETED", "APPROVED").formatted("T1", "42", 1),
            "FAILED", PAYMENT.replace("COMPLETED", "FAILED").formatted("T1", "42", 1),
            "payment.created", PAYMENT.replace("updated", "created").formatted("T1", "42", 1),
            "a refund on its way", REFUND.replace("COMPLETED", "PENDING"));
    return new HmacTestSender(
        preset(),
        SECRET,
        "x-square-hmacsha256-signature",
        "HmacSHA256",
        true,
        "https://pay.example.com/callbacks/square",
        PAYMENT,
        others);
  }

  @Test
  void a_refund_names_its_payment_by_the_transaction() throws Exception {
    assertThat(sender().receiver().read(sender().post(REFUND, NOW)).notices())
        .containsExactly(
            Notice.refunded("", "42", "", "r1", 30, "CNY", Instant.parse("2026-03-09T02:15:20Z")));
  }
}
