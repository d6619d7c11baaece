package io.oncepaid.gateway.paypal;

import static io.oncepaid.gateway.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Callbacks;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each event means, and what went wrong elsewhere, by the number of the report. */
class PaypalEventsTest {
  private static final Instant NOW = PaypalTestSender.NOW;
  private static final Instant AT = Instant.parse("2026-03-09T02:15:20Z");
  private static final String PAID =
      PaypalTestSender.event(
          "PAYMENT.CAPTURE.COMPLETED", PaypalTestSender.capture("T1", "42", "88.80"));

  private final PaypalTestSender sender = new PaypalTestSender();
  private final Gateway receiver = sender.receiver();

  private List<Notice> read(String event) throws UnusableCallback {
    return receiver.read(sender.post(event, NOW)).notices();
  }

  private static String back(String type, String status) {
    return PaypalTestSender.event(
        type,
        """
        {"id":"50","status":"%s","amount":{"currency_code":"CNY","value":"3.00"},\
        "invoice_id":"refund 1","update_time":"2026-03-09T02:15:20Z","links":[\
        {"rel":"self","href":"https://api.paypal.com/v2/payments/refunds/50"},\
        {"rel":"up","href":"https://api.paypal.com/v2/payments/captures/42"}]}"""
            .formatted(status));
  }

  @ParameterizedTest
  @CsvSource({
    "PAYMENT.CAPTURE.REFUNDED, COMPLETED, REFUNDED",
    "PAYMENT.CAPTURE.REFUNDED, CANCELLED, REFUND_FAILED",
    "PAYMENT.REFUND.FAILED, FAILED, REFUND_FAILED",
    "PAYMENT.CAPTURE.REVERSED, COMPLETED, REVERSED"
  })
  void what_goes_back_is_named_by_its_capture_alone(String type, String status, Kind kind)
      throws Exception {
    assertThat(read(back(type, status)))
        .containsExactly(new Notice(kind, "", "42", "", "50", 300, "CNY", null, AT));
  }

  @Test
  void a_reversal_without_a_link_is_the_capture_itself() throws Exception {
    assertThat(read(PAID.replace("COMPLETED\",\"summary", "REVERSED\",\"summary")))
        .containsExactly(new Notice(Kind.REVERSED, "", "42", "", "42", 8880, "CNY", null, AT));
  }

  @Test
  void a_refund_without_its_capture_is_unreadable() {
    String event = back("PAYMENT.CAPTURE.REFUNDED", "COMPLETED").replace("\"up\"", "\"x\"");
    assertRefused(receiver, sender.post(event, NOW), Reason.UNREADABLE);
  }

  @Test
  void the_order_number_is_where_the_settings_say_and_without_one_it_was_made_elsewhere()
      throws Exception {
    Gateway custom =
        sender.receiver(
            Map.of("paypal.order-field", "custom_id"),
            PaypalTestSender.fetch(Map.of(sender.address(), sender.certificate())));

    assertThat(custom.read(sender.post(PAID, NOW)).notices())
        .containsExactly(Notice.paid("tenant-7", "42", 8880, "CNY", AT));
    assertThat(read(PAID.replace("invoice_id", "x"))).isEmpty();
  }

  @Test
  void FR11_takes_the_checksum_over_the_bytes_as_an_unsigned_number() throws Exception {
    int above = 0;
    for (int n = 0; n < 8; n++) {
      String event = PAID.replace("T1", "T" + n).replace("订单", "订单" + n);
      CRC32 checksum = new CRC32();
      checksum.update(event.getBytes(StandardCharsets.UTF_8));
      above += checksum.getValue() > Integer.MAX_VALUE ? 1 : 0;
      assertThat(read(event)).hasSize(1);
    }
    assertThat(above).as("checksums with their first bit set").isBetween(1, 7);
  }

  @Test
  void FR01_FR02_verifies_the_bytes_and_no_copy_of_them() throws Exception {
    String body = "{\n \"b\":1, \"a\":1.0,\"s\":\"\\u4ed8\"\n}\n";
    RawCallback callback = sender.post(body, NOW);

    assertThat(receiver.read(callback).notices()).isEmpty();
    for (String copy :
        List.of(body.stripTrailing(), body.replace("\n", "\r\n"), body.replace("1.0", "1"))) {
      assertRefused(
          receiver,
          Callbacks.withBody(callback, copy.getBytes(StandardCharsets.UTF_8)),
          Reason.FORGED);
    }
  }

  @Test
  void no_text_can_be_shifted_over_a_bar() {
    RawCallback message = sender.post(PAID, NOW);
    String id = message.headers().get("paypal-transmission-id").get(0);
    String time = message.headers().get("paypal-transmission-time").get(0);
    RawCallback shifted =
        Callbacks.withHeader(
            Callbacks.withHeader(message, "paypal-transmission-id", id + '|' + time),
            "paypal-transmission-time",
            PaypalTestSender.WEBHOOK);

    assertRefused(receiver, shifted, Reason.FORGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e2", "0.105", "-1", "1,000.00", "0", "0.00", "", "01.00"})
  void FR22_calls_a_genuine_but_impossible_amount_unreadable(String value) {
    assertRefused(receiver, sender.post(PAID.replace("88.80", value), NOW), Reason.UNREADABLE);
  }

  @ParameterizedTest
  @CsvSource({"JPY, 80, 80", "KWD, 1.234, 1234", "USD, 599.80, 59980", "HUF, 500, 50000"})
  void FR23_takes_amounts_in_the_decimals_of_the_currency(String currency, String value, long minor)
      throws Exception {
    assertThat(read(PAID.replace("88.80", value).replace("CNY", currency)).get(0).amount())
        .isEqualTo(minor);
  }

  @Test
  void a_name_that_matters_may_occur_once() {
    String twice = PAID.replaceFirst("\\{", "{\"event_type\":\"x\",");
    assertRefused(receiver, sender.post(twice, NOW), Reason.MALFORMED);
  }

  @ParameterizedTest
  @CsvSource({"\"T1\", \"has blank\"", "\"T1\", 1", "2026-03-09T02:15:20Z, now", "CNY, cny"})
  void an_impossible_event_is_unreadable(String good, String bad) {
    assertRefused(receiver, sender.post(PAID.replace(good, bad), NOW), Reason.UNREADABLE);
  }
}
