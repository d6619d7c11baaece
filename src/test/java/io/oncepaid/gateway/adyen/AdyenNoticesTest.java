package io.oncepaid.gateway.adyen;

import static io.oncepaid.gateway.Refusals.assertInvalid;
import static io.oncepaid.gateway.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import io.oncepaid.gateway.adyen.AdyenTestSender.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each item means, and what went wrong elsewhere, by the number of the report. */
class AdyenNoticesTest {
  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  private static final Instant AT = Instant.parse("2026-03-09T02:15:20Z");

  private final AdyenTestSender sender = new AdyenTestSender();
  private final Gateway receiver = sender.receiver();
  private final Gateway manual = sender.receiver(Map.of("adyen.capture", "manual"));

  private List<Notice> read(Gateway gateway, Item... items) throws UnusableCallback {
    return gateway.read(sender.send(NOW, items)).notices();
  }

  @Test
  void money_is_paid_with_the_authorisation_or_with_the_capture() throws Exception {
    Item authorisation = Item.of("AUTHORISATION", "41", "");
    Item capture = Item.of("CAPTURE", "42", "41");
    Notice paid = Notice.paid("T1", "41", 8880, "CNY", AT);

    assertThat(read(receiver, authorisation)).containsExactly(paid);
    assertThat(read(receiver, capture)).isEmpty();
    assertThat(read(manual, authorisation)).isEmpty();
    assertThat(read(manual, capture)).containsExactly(paid);
  }

  @ParameterizedTest
  @CsvSource({
    "REFUND, true, REFUNDED, 42",
    "REFUND, false, REFUND_FAILED, 42",
    "REFUND_FAILED, true, REFUND_FAILED, 42",
    "REFUNDED_REVERSED, true, REFUND_FAILED, 42",
    "CANCEL_OR_REFUND, true, REFUNDED, 42",
    "CAPTURE_FAILED, true, REVERSED, 42",
    "CHARGEBACK, true, CHARGEBACK, 42",
    "SECOND_CHARGEBACK, true, CHARGEBACK, 42/second",
    "CHARGEBACK_REVERSED, true, CHARGEBACK_REVERSED, 42"
  })
  void what_goes_back_is_named_by_the_payments_reference_alone(
      String event, String success, Kind kind, String id) throws Exception {
    Item item = Item.of(event, "42", "41").withSuccess(success).withReference("refund 1: late");

    assertThat(read(receiver, item))
        .containsExactly(new Notice(kind, "", "41", "", id, 8880, "CNY", null, AT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"CANCELLATION", "TECHNICAL_CANCEL"})
  void a_cancellation_closes(String event) throws Exception {
    assertThat(read(receiver, Item.of(event, "42", "41")))
        .containsExactly(Notice.closed("T1", "41", AT));
  }

  @Test
  void a_cancel_or_refund_is_what_it_turned_out_to_be() throws Exception {
    RawCallback refund = sender.send(NOW, Item.of("CANCEL_OR_REFUND", "42", "41"));
    RawCallback cancel = AdyenTestSender.change(refund, "\"refund\"", "\"cancel\"");

    assertThat(receiver.read(cancel).notices()).containsExactly(Notice.closed("T1", "41", AT));
    assertRefused(
        receiver, AdyenTestSender.change(refund, "\"refund\"", "\"\""), Reason.UNREADABLE);
  }

  @Test
  void each_item_of_a_batch_is_a_notice_of_its_own() throws Exception {
    assertThat(
            read(
                receiver,
                Item.of("AUTHORISATION", "41", "").withReference("T1"),
                Item.of("REPORT_AVAILABLE", "43", ""),
                Item.of("AUTHORISATION", "42", "").withReference("T2")))
        .extracting(Notice::outTradeNo)
        .containsExactly("T1", "T2");
  }

  @Test
  void an_item_that_cannot_be_mapped_does_not_take_the_others_with_it() throws Exception {
    Reading reading =
        receiver.read(
            sender.send(
                NOW,
                Item.of("AUTHORISATION", "41", "").withMoney("1e2", "CNY"),
                Item.of("AUTHORISATION", "42", "").withReference("T2")));

    assertThat(reading.notices()).extracting(Notice::outTradeNo).containsExactly("T2");
    assertThat(reading.unreadable()).extracting(UnusableCallback::outTradeNo).containsExactly("T1");
  }

  @Test
  void one_item_that_is_not_genuine_takes_all_with_it() {
    String good = AdyenTestSender.json(Item.of("AUTHORISATION", "41", ""), sender.sign("x"));
    Item item = Item.of("AUTHORISATION", "42", "");
    String items = AdyenTestSender.json(item, sender.sign(item.signed())) + ',' + good;

    assertRefused(receiver, AdyenTestSender.post(items, NOW), Reason.FORGED);
  }

  @Test
  void a_message_of_another_account_or_environment_is_forged() {
    RawCallback message = sender.send(NOW, Item.of("AUTHORISATION", "41", ""));

    assertRefused(
        sender.receiver(Map.of("adyen.merchant-accounts", "OtherCOM")), message, Reason.FORGED);
    assertRefused(sender.receiver(Map.of("adyen.live", "false")), message, Reason.FORGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"09:53:00", "rep_2026-01-01T00:00:00/a.csv", "a\\\\b", ":", "\\u8ba2"})
  void FR10_signs_texts_as_they_are_without_escapes(String reference) {
    Item signed =
        Item.of("AUTHORISATION", "41", "")
            .withReference(reference.replace("\\\\", "\\").replace("\\u8ba2", "订"));
    Item sent = signed.withReference(reference);
    String json = AdyenTestSender.json(sent, sender.sign(signed.signed()));

    // Genuine, but no order number of ours.
    assertRefused(receiver, AdyenTestSender.post(json, NOW), Reason.UNREADABLE);
    assertRefused(
        receiver,
        AdyenTestSender.post(
            AdyenTestSender.json(sent, sender.sign(signed.signed().replace(":", "\\:"))), NOW),
        Reason.FORGED);
  }

  @Test
  void FR10_takes_a_missing_field_for_an_empty_one() throws Exception {
    RawCallback message = sender.send(NOW, Item.of("AUTHORISATION", "41", ""));

    assertThat(
            receiver
                .read(AdyenTestSender.change(message, "\"originalReference\":\"\",", ""))
                .notices())
        .hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e2", "88.8", "-1", "\"\"", "0", "\"1 0\"", "008880"})
  void FR22_takes_no_impossible_amount(String value) {
    String text = value.replace("\"", "");
    Item signed = Item.of("AUTHORISATION", "41", "").withMoney(text, "CNY");
    String json =
        AdyenTestSender.json(signed.withMoney(value, "CNY"), sender.sign(signed.signed()));

    assertRefused(
        receiver,
        AdyenTestSender.post(json, NOW),
        value.equals("008880") ? Reason.MALFORMED : Reason.UNREADABLE);
  }

  @ParameterizedTest
  @CsvSource({
    "JPY, 80, 80",
    "KWD, 1234, 1234",
    "EUR, 1130, 1130",
    "CLP, 500000, 5000",
    "ISK, 500, 5",
    "IDR, 75, 7500",
    "CVE, 7, 700"
  })
  void FR23_takes_amounts_in_adyens_decimals_of_the_currency(
      String currency, String value, long minor) throws Exception {
    assertThat(
            read(receiver, Item.of("AUTHORISATION", "41", "").withMoney(value, currency))
                .get(0)
                .amount())
        .isEqualTo(minor);
  }

  @Test
  void Adyen_is_never_asked_to_repeat_because_a_payment_is_unknown() {
    assertThat(receiver.punishesFailures()).isTrue();
    assertThat(receiver.patienceWithUnknown()).isEqualTo(Duration.ZERO);
  }

  @Test
  void a_setting_that_cannot_work_is_named_with_its_remedy() {
    assertInvalid(() -> with("adyen.hmac-keys", "no hex at all"), "adyen.hmac-keys", "blank");
    assertInvalid(() -> with("adyen.hmac-keys", "nohexatall1"), "adyen.hmac-keys", "64 hex");
    assertInvalid(() -> with("adyen.hmac-keys", "0123456789abcdef"), "adyen.hmac-keys", "64 hex");
    assertInvalid(() -> with("adyen.hmac-keys", "0".repeat(64)), "adyen.hmac-keys", "placeholder");
    assertInvalid(() -> with("adyen.merchant-accounts", " "), "adyen.merchant-accounts", "blank");
    assertInvalid(
        () -> new AdyenType().open(TestAccount.PROPERTY, TestAccount.configured("adyen", Map.of())),
        "adyen.hmac-keys",
        "is missing");
  }

  private Gateway with(String property, String value) {
    return sender.receiver(Map.of(property, value));
  }
}
