package io.oncepaid.gateway.hmac;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RazorpayTest extends HmacContract {
  private static final String PAYMENT =
      """
      {"entity":"event","event":"payment.captured","contains":["payment"],"payload":{"payment":\
      {"entity":{"entity":"payment","status":"captured","amount":%3$s,"currency":"CNY",\
      "id":"%2$s","notes":{"out_trade_no":"%1$s"},"description":"चाय \\/ 茶"}}},\
      "created_at":1773022521}""";

  private static final String REFUND =
      """
      {"event":"refund.processed","payload":{"payment":{"entity":{"id":"42","amount":100,\
      "notes":{"out_trade_no":"T1"}}},"refund":{"entity":{"id":"rfnd_1","amount":30,\
      "currency":"INR","payment_id":"42","receipt":null}}},"created_at":1773022521}""";

  @Override
  protected String vectorsFile() {
    return "razorpay.json";
  }

  @Override
  String heading() {
    return "Razorpay";
  }

  @Override
  protected HmacTestSender sender() {
    Map<String, String> others =
        Map.of(
            "payment.authorized",
                PAYMENT.replace(".captured", ".authorized").formatted("T1", "42", 1),
            "payment.failed", PAYMENT.replace(".captured", ".failed").formatted("T1", "42", 1),
            "not captured after all",
                PAYMENT.replace("\"captured\"", "\"failed\"").formatted("T1", "42", 1),
            "refund.created", REFUND.replace("processed", "created"),
            "order.paid", "{\"event\":\"order.paid\",\"payload\":{\"order\":{}}}");
    return new HmacTestSender(
        preset(), SECRET, "x-razorpay-signature", "HmacSHA256", false, "", PAYMENT, others);
  }

  @Test
  void a_refund_without_a_number_of_ours_has_the_gateways() throws Exception {
    Notice refund = sender().receiver().read(sender().post(REFUND, NOW)).notices().get(0);
    assertThat(refund.kind()).isEqualTo(Kind.REFUNDED);
    assertThat(refund.movementNo()).isEqualTo("gw:rfnd_1");
    assertThat(refund.amount()).isEqualTo(30);
  }

  @Test
  void a_failed_refund_is_told() throws Exception {
    String failed = REFUND.replace("refund.processed", "refund.failed");
    assertThat(sender().receiver().read(sender().post(failed, NOW)).notices())
        .extracting(Notice::kind)
        .containsExactly(Kind.REFUND_FAILED);
  }

  @Test
  void a_payment_without_our_number_is_unreadable() {
    String nameless = PAYMENT.formatted("T1", "42", 1).replace("\"out_trade_no\"", "\"order\"");
    UnusableCallback refused = refusal(sender().receiver(), sender().post(nameless, NOW));
    assertThat(refused.reason()).isEqualTo(Reason.UNREADABLE);
  }
}
