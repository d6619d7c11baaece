package io.oncepaid.gateway.wechatpay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Callbacks;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.TestKeys.Issuer;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What went wrong elsewhere with WeChat Pay's notifications, by the number of the report. */
class WechatpayFieldReportsTest {
  private static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  private static final Instant PAID_AT = Instant.parse("2026-03-09T02:15:20Z");

  private final WechatpayTestSender sender = new WechatpayTestSender();
  private final Gateway receiver = sender.receiver();

  private static void assertRefused(Gateway gateway, RawCallback callback, Reason reason) {
    assertThatThrownBy(() -> gateway.read(callback))
        .isInstanceOfSatisfying(
            UnusableCallback.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  private static RawCallback withBody(RawCallback callback, String body) {
    return Callbacks.withBody(callback, body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void FR01_verifies_the_bytes_and_no_copy_of_them() throws Exception {
    String body = "{\"b\":1, \"a\":1.0,\"s\":\"\\u4ed8\"}";
    RawCallback callback = sender.post(body, NOW);

    assertThat(receiver.read(callback).notices()).isEmpty();
    for (String copy :
        new String[] {
          "{\"b\":1,\"a\":1.0,\"s\":\"\\u4ed8\"}",
          "{\"b\":1, \"a\":1,\"s\":\"\\u4ed8\"}",
          "{\"b\":1, \"a\":1.0,\"s\":\"付\"}",
          "{\"a\":1.0, \"b\":1,\"s\":\"\\u4ed8\"}"
        }) {
      assertRefused(receiver, withBody(callback, copy), Reason.FORGED);
    }
  }

  @Test
  void FR02_keeps_line_ends_and_a_final_newline() throws Exception {
    String body = "{\n \"id\":\"evt_1\"\n}\n";
    RawCallback callback = sender.post(body, NOW);

    assertThat(receiver.read(callback).notices()).isEmpty();
    assertRefused(receiver, withBody(callback, body.replace("\n", "\r\n")), Reason.FORGED);
    assertRefused(receiver, withBody(callback, body.stripTrailing()), Reason.FORGED);
    assertRefused(receiver, withBody(callback, body.replace("\n", "")), Reason.FORGED);
  }

  @Test
  void FR08_refuses_a_signature_probe_and_takes_the_message_that_follows() throws Exception {
    RawCallback genuine = sender.paid("T1", "42", 1000, NOW);
    RawCallback probe =
        Callbacks.withHeader(genuine, "wechatpay-signature", "WECHATPAY/SIGNTEST/abc");

    assertThatThrownBy(() -> receiver.read(probe))
        .isInstanceOfSatisfying(
            UnusableCallback.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.FORGED);
              assertThat(e.isProbe()).isTrue();
              assertThat(e.getStackTrace()).isEmpty();
            });
    assertThat(receiver.read(genuine).notices()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"AB12, true", "00ab12, true", "43794, false", "DEADBEEF, false", "'', false"})
  void FR09_knows_a_serial_in_any_notation_but_no_other_serial(String serial, boolean known) {
    KeyPair keys = TestKeys.other();
    String certificate =
        new Issuer("platform", keys)
            .issue("platform", keys.getPublic(), BigInteger.valueOf(0x00AB12), false, NOW);
    Gateway gateway = WechatpayTestSender.receiver(sender.account().withCertificates(certificate));
    RawCallback callback = new WechatpayTestSender(keys, serial).paid("T1", "42", 1000, NOW);

    if (known) {
      assertThatNoticesOf(gateway, callback);
    } else {
      assertThatThrownBy(() -> gateway.read(callback))
          .isInstanceOf(UnusableCallback.class)
          .hasMessageContaining(serial.isEmpty() ? "wechatpay-serial" : "AB12");
    }
  }

  private static void assertThatNoticesOf(Gateway gateway, RawCallback callback) {
    try {
      assertThat(gateway.read(callback).notices())
          .containsExactly(Notice.paid("T1", "42", 1000, "CNY", PAID_AT));
    } catch (UnusableCallback e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void FR20_says_nothing_on_success_and_fails_by_status_and_body() {
    assertThat(receiver.reply(Answer.ACCEPT, 200, "").status()).isEqualTo(204);
    assertThat(receiver.reply(Answer.ACCEPT, 200, "").body()).isEmpty();
    assertThat(receiver.reply(Answer.REFUSE, 422, "MISMATCH").status()).isEqualTo(422);
    assertThat(new String(receiver.reply(Answer.REFUSE, 422, "MISMATCH").body()))
        .isEqualTo("{\"code\":\"FAIL\",\"message\":\"MISMATCH\"}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e2", "10.0", "-1", "\"1000\"", "null", "0", "[1]", "true", "01"})
  void FR22_calls_a_genuine_but_impossible_amount_unreadable(String total) {
    String resource = WechatpayTestSender.payment("T1", "42", total);
    assertRefused(receiver, sender.send("TRANSACTION.SUCCESS", resource, NOW), Reason.UNREADABLE);
  }

  @Test
  void FR23_takes_minor_units_of_any_currency_as_they_are() throws Exception {
    Map<String, Long> amounts = Map.of("JPY", 80L, "KWD", 1234L);
    for (Map.Entry<String, Long> amount : amounts.entrySet()) {
      String resource =
          WechatpayTestSender.payment("T1", "42", amount.getValue().toString())
              .replace("\"currency\":\"CNY\"", "\"currency\":\"" + amount.getKey() + '"');
      assertThat(receiver.read(sender.send("TRANSACTION.SUCCESS", resource, NOW)).notices())
          .containsExactly(Notice.paid("T1", "42", amount.getValue(), amount.getKey(), PAID_AT));
    }
  }
}
