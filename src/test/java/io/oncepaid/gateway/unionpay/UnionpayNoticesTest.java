package io.oncepaid.gateway.unionpay;

import static io.oncepaid.gateway.Refusals.assertInvalid;
import static io.oncepaid.gateway.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestForm;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each form means, and what went wrong elsewhere, by the number of the report. */
class UnionpayNoticesTest {
  private static final Instant NOW = UnionpayTestSender.NOW;
  private static final Instant AT = Instant.parse("2026-03-09T02:15:20Z");
  private static final String SECURE_KEY = "Kq3vT8yLw2ZpR6nBs9DfHj4M";

  private final UnionpayTestSender sender = new UnionpayTestSender();
  private final Gateway receiver = sender.receiver();

  private RawCallback with(String name, String value) {
    Map<String, String> fields = UnionpayTestSender.fields("T1", "42", "8880");
    fields.put(name, value);
    return sender.send(fields, NOW);
  }

  @ParameterizedTest
  @ValueSource(strings = {"04", "31"})
  void a_refund_and_a_cancellation_name_the_payment_by_its_transaction(String type)
      throws Exception {
    Map<String, String> fields = UnionpayTestSender.fields("R1", "43", "300");
    fields.put("txnType", type);
    fields.put("origQryId", "42");

    assertThat(receiver.read(sender.send(fields, NOW)).notices())
        .containsExactly(Notice.refunded("", "42", "R1", "43", 300, "CNY", AT));
  }

  @Test
  void a_refund_without_its_payments_transaction_is_unreadable() {
    assertRefused(receiver, with("txnType", "04"), Reason.UNREADABLE);
  }

  @Test
  void a_success_with_a_flaw_counts_as_the_settings_say() throws Exception {
    Gateway strict =
        UnionpayTestSender.receiver(
            Map.of(
                "unionpay.root-certificates",
                TestAccount.list(List.of(sender.root())),
                "unionpay.success-codes",
                "00"));

    assertThat(receiver.read(with("respCode", "A6")).notices()).hasSize(1);
    assertThat(strict.read(with("respCode", "A6")).notices()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"156, CNY", "344, HKD", "840, USD"})
  void a_currency_is_told_by_its_digits(String digits, String code) throws Exception {
    assertThat(receiver.read(with("currencyCode", digits)).notices().get(0).currency())
        .isEqualTo(code);
  }

  @Test
  void a_message_for_another_merchant_is_forged() {
    assertRefused(receiver, with("merId", "777290000000009"), Reason.FORGED);
  }

  @Test
  void the_message_chooses_only_among_the_ways_for_which_there_are_keys() throws Exception {
    Map<String, String> fields = UnionpayTestSender.fields("T1", "42", "8880");
    fields.put("signMethod", "11");
    String inner = UnionpayTestSender.hex("SHA-256", SECURE_KEY);
    fields.put(
        "signature",
        UnionpayTestSender.hex("SHA-256", UnionpayTestSender.content(fields) + '&' + inner));
    RawCallback keyed = UnionpayTestSender.post(fields, NOW);
    Gateway both =
        UnionpayTestSender.receiver(
            Map.of("unionpay.secure-keys", "0fS1dX7kVt5GhYb2NcWz8PrJ," + SECURE_KEY));

    assertThat(both.read(keyed).notices()).hasSize(1);
    assertRefused(receiver, keyed, Reason.FORGED);
    assertRefused(both, with("respCode", "00"), Reason.FORGED);
    for (String method : List.of("00", "12", "21", "x")) {
      fields.put("signMethod", method);
      fields.put("certId", "1");
      assertRefused(both, UnionpayTestSender.post(fields, NOW), Reason.FORGED);
    }
  }

  @Test
  void FR05_keeps_a_trailing_blank_and_does_not_sign_an_empty_field() throws Exception {
    RawCallback message = with("reqReserved", "foo ");
    String trimmed =
        new String(message.body(), StandardCharsets.US_ASCII).replace("=foo+&", "=foo&");

    assertThat(receiver.read(message).notices()).hasSize(1);
    assertRefused(
        receiver,
        new RawCallback(Map.of(), trimmed.getBytes(StandardCharsets.US_ASCII), NOW),
        Reason.FORGED);
    assertThat(receiver.read(TestForm.without(with("reqReserved", ""), "reqReserved")).notices())
        .hasSize(1);
  }

  @Test
  void FR06_signs_fields_that_nobody_has_heard_of() throws Exception {
    assertThat(receiver.read(with("zz_new", "{a=1&b=2}")).notices()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"&txnAmt=1", "x&orderId=T2", "{a=1&respCode=00}"})
  void a_field_that_seems_to_lie_in_another_is_unreadable(String value) {
    assertRefused(receiver, with("reserved", value), Reason.UNREADABLE);
  }

  @Test
  void FR07_takes_the_posted_fields_alone() {
    RawCallback message = with("respCode", "00");
    String more = new String(message.body(), StandardCharsets.US_ASCII) + "&lang=en";

    assertRefused(
        receiver,
        new RawCallback(Map.of(), more.getBytes(StandardCharsets.US_ASCII), NOW),
        Reason.FORGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"88.80", "1e2", "-1", " 8880", "0", "000000008880 ", "08880"})
  void FR22_takes_no_impossible_amount(String amount) {
    assertRefused(receiver, with("txnAmt", amount), Reason.UNREADABLE);
  }

  @ParameterizedTest
  @CsvSource({"orderId, has blank", "currencyCode, 000", "txnTime, 20260230101520", "queryId, ''"})
  void an_impossible_form_is_unreadable(String name, String value) {
    assertRefused(receiver, with(name, value), Reason.UNREADABLE);
  }

  @Test
  void a_setting_that_cannot_work_is_named_with_its_remedy() {
    assertInvalid(
        () -> UnionpayTestSender.receiver(Map.of()), "unionpay.root-certificates", "secure-keys");
    assertInvalid(
        () -> UnionpayTestSender.receiver(Map.of("unionpay.secure-keys", "changeme")),
        "unionpay.secure-keys",
        "placeholder");
    assertInvalid(
        () -> UnionpayTestSender.receiver(Map.of("unionpay.mer-id", " ")),
        "unionpay.mer-id",
        "blank");
    assertInvalid(
        () ->
            UnionpayTestSender.receiver(
                Map.of("unionpay.sm2-public-keys.1", TestAccount.list(List.of(rsa())))),
        "unionpay.sm2-public-keys.1",
        "SM2");
    assertInvalid(
        () ->
            new UnionpayType()
                .open(TestAccount.PROPERTY, TestAccount.configured("unionpay", Map.of())),
        "unionpay.mer-id",
        "is missing");
  }

  private static String rsa() {
    return TestKeys.pem(TestKeys.one().getPublic());
  }
}
