package io.oncepaid.gateway.wechatpay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WechatpayNoticesTest {
  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  private static final Instant PAID_AT = Instant.parse("2026-03-09T02:15:20Z");
  private static final Instant MADE_AT = Instant.parse("2026-03-09T02:15:21Z");
  private static final Notice PAID = Notice.paid("T1", "42", 1000, "CNY", PAID_AT);
  private static final String PAYMENT = WechatpayTestSender.payment("T1", "42", "1000");

  private final WechatpayTestSender sender = new WechatpayTestSender();
  private final Gateway receiver = sender.receiver();

  private List<Notice> read(String type, String resource) throws UnusableCallback {
    return receiver.read(sender.send(type, resource, NOW)).notices();
  }

  private List<Notice> paid(String resource) throws UnusableCallback {
    return read("TRANSACTION.SUCCESS", resource);
  }

  private void assertRefused(String resource, Reason reason) {
    assertThatThrownBy(() -> paid(resource))
        .isInstanceOfSatisfying(
            UnusableCallback.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  private static String refund(String status) {
    return """
        {"mchid":"1900000001","out_trade_no":"T1","transaction_id":"42","out_refund_no":"R1",\
        "refund_id":"50","refund_status":"%s","success_time":"2026-03-09T12:00:06+08:00",\
        "amount":{"total":1000,"refund":300,"payer_total":900,"payer_refund":270}}"""
        .formatted(status);
  }

  @ParameterizedTest
  @CsvSource({"SUCCESS, REFUNDED", "ABNORMAL, REFUND_ABNORMAL", "CLOSED, REFUND_FAILED"})
  void a_refund_is_read_by_its_status(String status, Kind kind) throws Exception {
    Instant time = Instant.parse("2026-03-09T04:00:06Z");
    assertThat(read("REFUND." + status, refund(status)))
        .containsExactly(new Notice(kind, "T1", "42", "R1", "50", 300, "CNY", null, time));
  }

  @Test
  void a_refund_whose_event_says_otherwise_is_unreadable() {
    assertThatThrownBy(() -> read("REFUND.SUCCESS", refund("ABNORMAL")))
        .isInstanceOfSatisfying(
            UnusableCallback.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNREADABLE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"CLOSED", "REVOKED", "PAYERROR"})
  void an_order_that_ended_unpaid_is_closed_when_the_message_was_made(String state)
      throws Exception {
    String resource =
        PAYMENT
            .replace("\"trade_state\":\"SUCCESS\"", "\"trade_state\":\"" + state + '"')
            .replaceAll("\"success_time\":\"[^\"]*\",", "");
    assertThat(paid(resource)).containsExactly(Notice.closed("T1", "42", MADE_AT));
  }

  @Test
  void an_order_with_a_refund_was_paid() throws Exception {
    assertThat(paid(PAYMENT.replace("\"SUCCESS\"", "\"REFUND\""))).containsExactly(PAID);
  }

  @Test
  void an_amount_without_a_currency_is_in_yuan() throws Exception {
    assertThat(paid(PAYMENT.replace("\"currency\":\"CNY\",", ""))).containsExactly(PAID);
  }

  @Test
  void a_partner_takes_the_orders_of_its_sub_merchants_only() throws Exception {
    Gateway partner = WechatpayTestSender.receiver(sender.account().withSubMerchants("1900000002"));
    String resource =
        PAYMENT
            .replace("\"mchid\"", "\"sub_mchid\":\"1900000002\",\"sp_mchid\"")
            .replace("\"appid\"", "\"sp_appid\"");

    assertThat(partner.read(sender.send("TRANSACTION.SUCCESS", resource, NOW)).notices())
        .containsExactly(PAID);
    assertRefused(resource, Reason.FORGED);
    assertRefused(resource.replace("1900000002", "1900000003"), Reason.FORGED);
  }

  @ParameterizedTest
  @CsvSource({
    "\"mchid\":\"1900000001\", \"mchid\":\"1900000009\"",
    "\"mchid\":\"1900000001\", \"x\":1",
    "\"mchid\":\"1900000001\", '\"mchid\":\"1900000001\",\"sp_mchid\":\"1900000009\"'",
    "wx0000000000000001, wx0000000000000009",
    "\"appid\", \"app_id\""
  })
  void a_message_for_somebody_else_is_forged(String mine, String theirs) {
    assertRefused(PAYMENT.replace(mine, theirs), Reason.FORGED);
  }

  private static String combined(String... orders) {
    return """
        {"combine_appid":"wx0000000000000001","combine_mchid":"1900000001",\
        "combine_out_trade_no":"C1","sub_orders":[%s]}"""
        .formatted(String.join(",", orders));
  }

  private static String order(String merchant, int number) {
    return """
        {"mchid":"%s","trade_state":"SUCCESS","success_time":"2026-03-09T10:15:20+08:00",\
        "transaction_id":"42%d","out_trade_no":"T%d",\
        "amount":{"total_amount":1000,"payer_amount":900,"currency":"CNY"}}"""
        .formatted(merchant, number, number);
  }

  @Test
  void a_combined_order_gives_a_notice_for_each_sub_order() throws Exception {
    Gateway shop = WechatpayTestSender.receiver(sender.account().withSubMerchants("1900000002"));
    String resource = combined(order("1900000001", 1), order("1900000002", 2));

    assertThat(shop.read(sender.send("TRANSACTION.SUCCESS", resource, NOW)).notices())
        .containsExactly(
            Notice.paid("T1", "421", 1000, "CNY", PAID_AT),
            Notice.paid("T2", "422", 1000, "CNY", PAID_AT));
    assertRefused(resource, Reason.FORGED);
    assertRefused(combined(order("1900000001", 1).replace("\"mchid\"", "\"x\"")), Reason.FORGED);
  }

  @Test
  void a_combined_order_without_or_with_too_many_sub_orders_is_unreadable() {
    String[] many = new String[51];
    java.util.Arrays.setAll(many, n -> order("1900000001", n));
    assertRefused(combined(), Reason.UNREADABLE);
    assertRefused(combined(many), Reason.UNREADABLE);
    assertRefused(combined().replace("[]", "{}"), Reason.UNREADABLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"out_trade_no\":\"T2\"",
        "\"out_trade\\u005fno\":\"T2\"",
        "\"amount\":{\"total\":1}",
        "\"mchid\":\"1900000001\"",
        "\"trade_state\":null"
      })
  void a_name_that_matters_may_occur_once(String again) {
    assertRefused(
        PAYMENT.replaceFirst("\\{", "{" + again.replace("\\", "\\\\") + ','), Reason.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-02-30T10:15:20+08:00",
        "yesterday",
        "1969-03-09T10:15:20+08:00",
        "+999999999-12-31T23:59:59-18:00",
        ""
      })
  void an_impossible_time_is_unreadable(String time) {
    assertRefused(PAYMENT.replace("2026-03-09T10:15:20+08:00", time), Reason.UNREADABLE);
  }

  @ParameterizedTest
  @CsvSource({
    "\"T1\", \"has blank\"",
    "\"T1\", 1",
    "\"42\", \"\"",
    "\"42\", \"\\ud800\"",
    "\"currency\":\"CNY\", \"currency\":\"CNX\"",
    "\"currency\":\"CNY\", \"currency\":\"cny\"",
    "\"trade_state\", \"trade_status\"",
    "}}, }}}",
    "}}, }",
    "{\"mchid\", [\"mchid\""
  })
  void an_impossible_resource_is_unreadable(String good, String bad) {
    assertRefused(PAYMENT.replace(good, bad), Reason.UNREADABLE);
  }

  @Test
  void a_resource_in_another_encoding_than_utf_8_is_unreadable() {
    for (Charset charset : List.of(StandardCharsets.UTF_16, StandardCharsets.UTF_16LE)) {
      String envelope = sender.envelope("TRANSACTION.SUCCESS", PAYMENT.getBytes(charset));
      assertThatThrownBy(() -> receiver.read(sender.post(envelope, NOW)))
          .isInstanceOfSatisfying(
              UnusableCallback.class, e -> assertThat(e.reason()).isEqualTo(Reason.UNREADABLE));
    }
  }

  @Test
  void a_control_character_in_an_id_is_left_to_whoever_keeps_it() throws Exception {
    assertThat(paid(PAYMENT.replace("\"42\"", "\"4\\u00002\"")).get(0).transactionId())
        .isEqualTo("4\0002");
  }

  @Test
  void what_is_unreadable_is_known_again_by_its_clear_text() {
    String resource = WechatpayTestSender.payment("T1", "42", "1.5");
    for (int n = 0; n < 2; n++) {
      assertThatThrownBy(() -> paid(resource))
          .isInstanceOfSatisfying(
              UnusableCallback.class,
              e -> {
                assertThat(e.outTradeNo()).isEqualTo("T1");
                assertThat(e.content()).isEqualTo(resource.getBytes(StandardCharsets.UTF_8));
              });
    }
  }
}
