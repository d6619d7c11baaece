package io.oncepaid.gateway.stripe;

import static io.oncepaid.gateway.Refusals.assertInvalid;
import static io.oncepaid.gateway.Refusals.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What each event means, and what went wrong elsewhere, by the number of the report. */
class StripeEventsTest {
  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  private static final Instant CREATED = Instant.ofEpochSecond(StripeTestSender.CREATED);
  private static final String PAID = StripeTestSender.succeeded("T1", "pi_1", "8880");

  private final StripeTestSender sender = new StripeTestSender();
  private final Gateway receiver = sender.receiver();

  private List<Notice> read(String event) throws UnusableCallback {
    return receiver.read(sender.post(event, NOW)).notices();
  }

  private static Gateway with(String... settings) {
    Map<String, String> all = new java.util.HashMap<>();
    all.put("stripe.secrets", StripeTestSender.SECRET);
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return StripeTestSender.receiver(all);
  }

  private static String refund(String type, String status) {
    return StripeTestSender.event(
        type,
        """
        {"id":"re_1","object":"refund","amount":300,"charge":"ch_1","currency":"cny",\
        "metadata":{},"payment_intent":"pi_1","status":"%s"}"""
            .formatted(status));
  }

  private static String dispute(String type, String status) {
    return StripeTestSender.event(
        "charge.dispute." + type,
        """
        {"id":"dp_1","object":"dispute","amount":8880,"charge":"ch_1","currency":"cny",\
        "metadata":{},"payment_intent":"pi_1","status":"%s"}"""
            .formatted(status));
  }

  private static Notice back(Kind kind, String id, long amount) {
    return new Notice(kind, "", "pi_1", "", id, amount, "CNY", null, CREATED);
  }

  @ParameterizedTest
  @CsvSource({
    "refund.created, succeeded, REFUNDED",
    "refund.updated, succeeded, REFUNDED",
    "refund.updated, failed, REFUND_FAILED",
    "refund.updated, canceled, REFUND_FAILED",
    "refund.failed, failed, REFUND_FAILED"
  })
  void a_refund_without_an_order_number_is_named_by_its_payment_intent(
      String type, String status, Kind kind) throws Exception {
    assertThat(read(refund(type, status))).containsExactly(back(kind, "re_1", 300));
  }

  @ParameterizedTest
  @CsvSource({
    "created, needs_response, CHARGEBACK",
    "funds_withdrawn, needs_response, CHARGEBACK",
    "closed, lost, CHARGEBACK",
    "closed, won, CHARGEBACK_REVERSED",
    "funds_reinstated, won, CHARGEBACK_REVERSED"
  })
  void the_events_of_one_dispute_say_that_money_left_or_came_back(
      String type, String status, Kind kind) throws Exception {
    assertThat(read(dispute(type, status))).containsExactly(back(kind, "dp_1", 8880));
  }

  @ParameterizedTest
  @CsvSource({
    "created, warning_needs_response",
    "closed, warning_closed",
    "closed, something_new",
    "updated, needs_response"
  })
  void an_inquiry_moves_no_money(String type, String status) throws Exception {
    assertThat(read(dispute(type, status))).isEmpty();
  }

  @Test
  void what_was_made_elsewhere_is_ignored() throws Exception {
    assertThat(read(PAID.replace("out_trade_no", "invoice"))).isEmpty();
    assertThat(read(refund("refund.updated", "succeeded").replace("\"pi_1\"", "null"))).isEmpty();
  }

  @Test
  void the_numbers_stand_under_the_keys_of_the_settings() throws Exception {
    Gateway gateway = with("stripe.order-key", "invoice", "stripe.refund-key", "rma");
    String refund =
        refund("refund.updated", "succeeded").replace("{}", "{\"invoice\":\"T1\",\"rma\":\"R1\"}");

    assertThat(gateway.read(sender.post(PAID.replace("out_trade_no", "invoice"), NOW)).notices())
        .containsExactly(Notice.paid("T1", "pi_1", 8880, "CNY", CREATED));
    assertThat(gateway.read(sender.post(refund, NOW)).notices())
        .containsExactly(Notice.refunded("T1", "pi_1", "R1", "re_1", 300, "CNY", CREATED));
  }

  @Test
  void a_platform_takes_the_live_events_of_its_account_and_ignores_the_others() throws Exception {
    Gateway platform = with("stripe.account", "acct_1");
    RawCallback ours =
        sender.post(PAID.replace("{\"id\":\"evt_1\"", "{\"account\":\"acct_1\""), NOW);
    String text = new String(ours.body(), StandardCharsets.UTF_8);

    assertThat(platform.read(ours).notices()).hasSize(1);
    assertThat(platform.read(sender.post(text.replace("acct_1", "acct_2"), NOW)).notices())
        .isEmpty();
    assertThat(platform.read(sender.post(PAID, NOW)).notices()).isEmpty();
    assertThat(
            platform
                .read(sender.post(text.replace("\"livemode\":true", "\"livemode\":false"), NOW))
                .type())
        .isEqualTo("other mode");
    assertRefused(receiver, ours, Reason.FORGED);
  }

  @Test
  void the_mode_of_the_setting_is_the_only_one() throws Exception {
    RawCallback test = sender.post(PAID.replace("\"livemode\":true", "\"livemode\":false"), NOW);

    assertThat(with("stripe.livemode", "false").read(test).notices()).hasSize(1);
    assertThat(with("stripe.livemode", "true").read(test).notices()).isEmpty();
    assertThat(receiver.read(test).notices()).hasSize(1);
  }

  @Test
  void one_signature_of_several_is_enough_and_each_secret_may_have_made_it() throws Exception {
    long time = NOW.getEpochSecond();
    byte[] body = PAID.getBytes(StandardCharsets.UTF_8);
    String good = StripeTestSender.v1(StripeTestSender.SECRET, time, body);
    String header = "t=%d,v1=%s,v1=%s,v1=zz,v0=%s".formatted(time, "0".repeat(64), good, good);

    assertThat(
            receiver
                .read(new RawCallback(Map.of("stripe-signature", List.of(header)), body, NOW))
                .notices())
        .hasSize(1);
    assertRefused(
        receiver,
        new RawCallback(Map.of("stripe-signature", List.of(header + ",t=" + time)), body, NOW),
        Reason.MALFORMED);
  }

  @Test
  void FR01_FR02_verifies_the_bytes_and_no_copy_of_them() throws Exception {
    String body = "{\n \"b\":1, \"a\":1.0,\"s\":\"\\u4ed8\"\n}\n";
    RawCallback callback = sender.post(body, NOW);

    assertThat(receiver.read(callback).notices()).isEmpty();
    for (String copy :
        List.of(
            body.stripTrailing(),
            body.replace("\n", "\r\n"),
            body.replace("1.0", "1"),
            body.replace("\\u4ed8", "付"),
            body.replace(" ", ""))) {
      assertRefused(
          receiver,
          new RawCallback(callback.headers(), copy.getBytes(StandardCharsets.UTF_8), NOW),
          Reason.FORGED);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e2", "10.0", "-1", "\"8880\"", "null", "0", "[1]", "true"})
  void FR22_calls_a_genuine_but_impossible_amount_unreadable(String received) {
    String event = StripeTestSender.succeeded("T1", "pi_1", received);
    assertRefused(receiver, sender.post(event, NOW), Reason.UNREADABLE);
  }

  @ParameterizedTest
  @CsvSource({
    "jpy, 80, 80",
    "kwd, 1234, 1234",
    "usd, 1999, 1999",
    "mga, 500, 50000",
    "isk, 500, 5"
  })
  void FR23_takes_amounts_in_stripes_decimals_of_the_currency(
      String currency, String received, long minor) throws Exception {
    String event = StripeTestSender.succeeded("T1", "pi_1", received);
    assertThat(read(event.replace("\"cny\"", '"' + currency + '"')).get(0).amount())
        .isEqualTo(minor);
  }

  @ParameterizedTest
  @CsvSource({
    "\"cny\", \"CNY\"",
    "\"cny\", \"xxx\"",
    "\"T1\", \"has blank\"",
    "\"T1\", 1",
    "\"pi_1\", \"\"",
    "1773022520, \"now\"",
    "1773022520, 99999999999999999999"
  })
  void an_impossible_event_is_unreadable(String good, String bad) {
    assertRefused(receiver, sender.post(PAID.replace(good, bad), NOW), Reason.UNREADABLE);
  }

  @Test
  void a_setting_that_cannot_work_is_named_with_its_remedy() {
    assertInvalid(
        () -> with("stripe.secrets", "sk_live_4eC39HqLyjWDarjtT1"), "stripe.secrets", "whsec_");
    assertInvalid(() -> with("stripe.secrets", "whsec_changeme"), "stripe.secrets", "placeholder");
    assertInvalid(() -> with("stripe.secrets", "file:/none"), "stripe.secrets", "cannot be read");
    assertInvalid(() -> with("stripe.tolerance", "0s"), "stripe.tolerance", "longer than nothing");
    assertInvalid(() -> with("stripe.order-key", "a.b"), "stripe.order-key", "1 to 40");
    assertInvalid(
        () ->
            new StripeType().open(TestAccount.PROPERTY, TestAccount.configured("stripe", Map.of())),
        "stripe.secrets",
        "is missing");
  }
}
