package io.oncepaid.gateway.wechatpayv2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.Callbacks;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.Notice.Kind;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Refunds, keys, recipients and the XML of WeChat Pay before API v3. */
class WechatpayV2NoticesTest {
  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  private static final Instant THEN = Instant.parse("2026-03-09T02:15:20Z");
  private static final WechatpayV2TestSender MD5 =
      new WechatpayV2TestSender(WechatpayV2TestSender.KEY, "MD5");
  private static final WechatpayV2TestSender HMAC =
      new WechatpayV2TestSender(WechatpayV2TestSender.KEY, "HMAC-SHA256");
  private static final WechatpayV2TestSender NEXT =
      new WechatpayV2TestSender("Zz3vT8yLw2ZpR6nBs9DfHj4MxCgQe7Ua", "MD5");

  @TempDir Path folder;

  private static RawCallback paid(WechatpayV2TestSender sender) {
    return sender.paid("T1", "42", 100, NOW);
  }

  private static RawCallback refund(Map<String, String> fields) {
    return MD5.encrypted(WechatpayV2TestSender.xml("root", fields), NOW);
  }

  private static void assertTaken(Gateway gateway, RawCallback callback) throws UnusableCallback {
    assertThat(gateway.read(callback).notices()).hasSize(1);
  }

  private static void assertRefused(Gateway gateway, RawCallback callback, Reason reason) {
    assertThatThrownBy(() -> gateway.read(callback))
        .isInstanceOfSatisfying(
            UnusableCallback.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @ParameterizedTest
  @CsvSource({"SUCCESS, REFUNDED", "CHANGE, REFUND_ABNORMAL", "REFUNDCLOSE, REFUND_FAILED"})
  void a_refund_is_read_by_its_status(String status, Kind kind) throws Exception {
    RawCallback refund = refund(WechatpayV2TestSender.refund(status));
    assertThat(MD5.receiver().read(refund).notices())
        .containsExactly(new Notice(kind, "T1", "42", "R1", "50300", 30, "CNY", null, THEN));
  }

  @Test
  void a_refund_without_a_time_has_that_of_its_receipt() throws Exception {
    Map<String, String> fields = WechatpayV2TestSender.refund("REFUNDCLOSE");
    fields.remove("success_time");
    assertThat(MD5.receiver().read(refund(fields)).notices().get(0).occurredAt()).isEqualTo(NOW);
  }

  @ParameterizedTest
  @CsvSource({
    "refund_status, PROCESSING",
    "refund_status, ''",
    "refund_fee, 0",
    "refund_fee, 0.30",
    "refund_fee, -1",
    "refund_id, ''",
    "out_trade_no, T 1",
    "success_time, 2026-02-30 10:15:20",
    "refund_fee_type, ABC"
  })
  void FR22_an_impossible_refund_is_unreadable(String name, String value) {
    Map<String, String> fields = WechatpayV2TestSender.refund("SUCCESS");
    fields.put(name, value);
    assertRefused(MD5.receiver(), refund(fields), Reason.UNREADABLE);
  }

  @Test
  void a_refund_for_another_merchant_or_app_is_forged() {
    RawCallback refund = refund(WechatpayV2TestSender.refund("SUCCESS"));
    for (String id : new String[] {"1900000001", "wx0000000000000001"}) {
      assertRefused(
          MD5.receiver(), WechatpayV2TestSender.replaced(refund, id, "other"), Reason.FORGED);
    }
    assertRefused(NEXT.receiver(), refund, Reason.FORGED);
    assertRefused(MD5.receiver(), MD5.encrypted("no XML", NOW), Reason.FORGED);
  }

  /** Nothing authenticates it, but a changed bit spoils sixteen bytes. */
  @Test
  void no_single_bit_flip_of_an_encrypted_refund_says_anything_else() throws Exception {
    RawCallback refund = refund(WechatpayV2TestSender.refund("SUCCESS"));
    Gateway receiver = MD5.receiver();
    Reading original = receiver.read(refund);
    String text = new String(refund.body(), StandardCharsets.UTF_8);
    String info = text.substring(text.indexOf("req_info><![CDATA[") + 18, text.indexOf("]]></req"));
    Callbacks.flips(Base64.getDecoder().decode(info))
        .map(Base64.getEncoder()::encodeToString)
        .map(changed -> WechatpayV2TestSender.replaced(refund, info, changed))
        .forEach(
            changed -> {
              try {
                assertThat(receiver.read(changed)).isEqualTo(original);
              } catch (UnusableCallback refused) {
                assertThat(refused.getMessage()).isNotEmpty();
              }
            });
  }

  @Test
  void the_message_chooses_only_among_the_sign_types_of_the_account() throws Exception {
    Map<String, String> named = WechatpayV2TestSender.fields("T1", "42", "100");
    named.put("sign_type", "HMAC-SHA256");
    Gateway both = MD5.receiver(Map.of("sign-types", "MD5,HMAC-SHA256"));

    assertTaken(both, paid(MD5));
    assertTaken(both, HMAC.signed(named, NOW));
    assertTaken(HMAC.receiver(), paid(HMAC));
    assertRefused(both, paid(HMAC), Reason.FORGED);
    assertRefused(HMAC.receiver(), paid(MD5), Reason.FORGED);
    assertRefused(MD5.receiver(), HMAC.signed(named, NOW), Reason.FORGED);
  }

  @Test
  void FR21_only_the_accounts_own_merchants_and_apps_are_taken() throws Exception {
    Map<String, String> partner = WechatpayV2TestSender.fields("T1", "42", "100");
    partner.put("sub_mch_id", "1900000002");
    assertRefused(MD5.receiver(), MD5.signed(partner, NOW), Reason.FORGED);
    assertTaken(MD5.receiver(Map.of("sub-mch-ids", "1900000002")), MD5.signed(partner, NOW));
    assertRefused(MD5.receiver(Map.of("mch-id", "19")), paid(MD5), Reason.FORGED);
    assertRefused(MD5.receiver(Map.of("app-ids", "wx2")), paid(MD5), Reason.FORGED);
  }

  @Test
  void a_value_that_seems_to_hold_another_field_is_unreadable() {
    Map<String, String> fields = WechatpayV2TestSender.fields("T1", "42", "100");
    fields.put("attach", "a&total_fee=1");
    assertRefused(MD5.receiver(), MD5.signed(fields, NOW), Reason.UNREADABLE);
  }

  @ParameterizedTest
  @CsvSource({"JPY, 80", "KWD, 1234", "CNY, 1"})
  void FR23_takes_minor_units_of_any_currency_as_they_are(String currency, long amount)
      throws Exception {
    Map<String, String> fields = WechatpayV2TestSender.fields("T1", "42", Long.toString(amount));
    fields.put("fee_type", currency);
    assertThat(MD5.receiver().read(MD5.signed(fields, NOW)).notices())
        .containsExactly(Notice.paid("T1", "42", amount, currency, THEN));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<!DOCTYPE xml><xml><a>1</a></xml>",
        "<!DOCTYPE xml SYSTEM \"file:///etc/passwd\"><xml><a>1</a></xml>",
        "<!DOCTYPE xml [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><xml><a>&e;</a></xml>",
        "<!DOCTYPE xml [<!ENTITY a \"aa\"><!ENTITY b \"&a;&a;\">]><xml><a>&b;</a></xml>",
        "<xml><a>&e;</a></xml>",
        "<xml><a>1<b>2</b></a></xml>",
        "<xml><a>1<!-- 2 --></a></xml>",
        "<xml><a>1<?b 2?></a></xml>",
        "<xml><!-- 1 --><a>1</a></xml>",
        "<xml><a b=\"1\">1</a></xml>",
        "<xml>1<a>1</a></xml>",
        "<xml><a>1</a></xml><xml/>",
        "<xml><a>1</a></xml>1",
        "<xml><a>1</a><a>1</a></xml>",
        "<xml xmlns:x=\"u\"><x:a>1</x:a></xml>",
        "<xml><支>1</支></xml>",
        "<a><a><a><a>1</a></a></a></a>",
        "\uFEFF<xml><a>1</a></xml>",
        "<xml><a>1</a>",
        "xml"
      })
  void nothing_is_read_but_a_flat_document(String body) {
    assertRefused(MD5.receiver(), WechatpayV2TestSender.post(body, NOW), Reason.MALFORMED);
  }

  @Test
  void XML_that_is_meant_to_hurt_is_refused() {
    for (String body :
        new String[] {
          "<a>".repeat(20_000),
          "<xml>" + "<a/>".repeat(16_000),
          "<xml><" + "a".repeat(60_000) + ">1</a></xml>",
          "<xml a='" + "1".repeat(60_000) + "'/>",
          "<xml>" + " ".repeat(70_000) + "</xml>"
        }) {
      assertRefused(MD5.receiver(), WechatpayV2TestSender.post(body, NOW), Reason.MALFORMED);
    }
  }

  @Test
  void predefined_entities_are_the_characters_that_they_stand_for() throws Exception {
    Map<String, String> fields = WechatpayV2TestSender.fields("T1", "42", "100");
    fields.put("attach", "a&b<c");
    RawCallback other =
        WechatpayV2TestSender.replaced(
            MD5.signed(fields, NOW), "<![CDATA[a&b<c]]>", "a&amp;b&lt;&#99;");
    assertTaken(MD5.receiver(), other);
  }

  @Test
  void old_and_new_keys_stand_side_by_side_and_files_are_read_again() throws Exception {
    Gateway both = MD5.receiver(Map.of("keys", MD5.key() + "," + NEXT.key()));
    assertTaken(both, paid(MD5));
    assertTaken(both, paid(NEXT));

    Path file = Files.writeString(folder.resolve("key"), MD5.key());
    Gateway gateway = MD5.receiver(Map.of("keys", "file:" + file));
    assertTaken(gateway, paid(MD5));
    Files.writeString(file, NEXT.key() + '\n');
    Awaitility.await().ignoreExceptions().untilAsserted(() -> assertTaken(gateway, paid(NEXT)));
    assertRefused(gateway, paid(MD5), Reason.FORGED);
    Files.writeString(file, "half a key");
    Thread.sleep(1_100);
    assertTaken(gateway, paid(NEXT));
  }

  @ParameterizedTest
  @CsvSource({"mch-id, ' ', is blank", "keys, short, 32 characters", "sign-types, SHA1, MD5 and"})
  void a_setting_that_cannot_work_is_named_with_its_remedy(
      String name, String value, String remedy) {
    assertThatThrownBy(() -> MD5.receiver(Map.of(name, value)))
        .hasMessageContaining("oncepaid.accounts.test.wechatpay-v2." + name)
        .hasMessageContaining(remedy)
        .isInstanceOf(InvalidSetting.class);
  }
}
