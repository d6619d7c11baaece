package io.oncepaid.gateway.hmac;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Notice;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckoutTest extends HmacContract {
  private static final String PAYMENT =
      """
      {"id":"evt_1","type":"payment_captured","data":{"reference":"%1$s","id":"%2$s",\
      "action_id":"act_1","amount":%3$s,"currency":"CNY","processed_on":"2026-03-09T02:15:20Z",\
      "metadata":{"note":"£ “ok”"}}}""";

  @Override
  protected String vectorsFile() {
    return "checkout.json";
  }

  @Override
  String heading() {
    return "Checkout.com";
  }

  @Override
  protected HmacTestSender sender() {
    Map<String, String> others =
        Map.of(
            "payment_approved", PAYMENT.replace("captured", "approved").formatted("T1", "42", 1),
            "payment_declined", PAYMENT.replace("captured", "declined").formatted("T1", "42", 1),
            "payment_pending", PAYMENT.replace("captured", "pending").formatted("T1", "42", 1),
            "another event", "{\"type\":\"card_verified\",\"data\":{}}");
    return new HmacTestSender(
        preset(), SECRET, "cko-signature", "HmacSHA256", false, "", PAYMENT, others);
  }

  @ParameterizedTest
  @CsvSource({"JPY, 80, 80", "KRW, 1000, 1000", "KWD, 1234, 1234", "CLP, 500000, 5000"})
  void FR23_knows_the_decimals_of_each_currency(String currency, long sent, long minor)
      throws Exception {
    String body = PAYMENT.formatted("T1", "42", sent).replace("CNY", currency);
    assertThat(sender().receiver().read(sender().post(body, NOW)).notices())
        .containsExactly(
            Notice.paid("T1", "42", minor, currency, Instant.parse("2026-03-09T02:15:20Z")));
  }
}
