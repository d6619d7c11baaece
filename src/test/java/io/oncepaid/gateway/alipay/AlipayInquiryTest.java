package io.oncepaid.gateway.alipay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.Callbacks;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Inquiry;
import io.oncepaid.gateway.Inquiry.NoAnswer;
import io.oncepaid.gateway.Standing;
import io.oncepaid.gateway.Standing.Kind;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.Transport;
import io.oncepaid.gateway.UnusableCallback;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Clock;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Questions to Alipay, byte by byte. */
class AlipayInquiryTest {
  private static final KeyPair OURS = TestKeys.one();
  private static final KeyPair THEIRS = TestKeys.other();
  private static final Clock CLOCK = Clock.systemUTC();
  private static final String PAID =
      "{\"code\":\"10000\",\"out_trade_no\":\"T1\",\"subject\":\"a \\\"}{\\u4e66\",  \"trade_no\":\"tx\","
          + "\"total_amount\":\"88.80\",\"send_pay_date\":\"2026-03-09 12:00:00\","
          + "\"trade_status\":\"TRADE_SUCCESS\"}";

  private final Map<String, String> settings =
      new HashMap<>(
          Map.of(
              "alipay.app-id", "2021000000000001",
              "alipay.public-keys", TestKeys.base64(THEIRS.getPublic()),
              "alipay.private-key",
                  Base64.getEncoder().encodeToString(OURS.getPrivate().getEncoded())));

  @Test
  void the_signature_is_over_the_exact_bytes_wherever_they_stand() throws Exception {
    String sign = sign(PAID);
    for (String body :
        List.of(
            "{\"alipay_trade_query_response\":" + PAID + ",\"sign\":\"" + sign + "\"}",
            "{\"sign\":\"" + sign + "\",\"alipay_trade_query_response\":" + PAID + "}",
            "{ \"alipay_trade_query_response\" : "
                + PAID
                + " ,\"alipay_cert_sn\":\"0f\",\"sign\":\""
                + sign
                + "\"} ")) {
      Standing standing = ask(body);
      assertThat(standing.kind()).isEqualTo(Kind.PAID);
      assertThat(standing.notices()).hasSize(1);
      assertThat(standing.notices().get(0).amount()).isEqualTo(8880);
      assertThat(standing.notices().get(0).transactionId()).isEqualTo("tx");
    }
  }

  @Test
  void slashes_that_were_escaped_after_signing_do_no_harm() throws Exception {
    String content = PAID.replace("tx", "a/b");
    String body =
        "{\"alipay_trade_query_response\":"
            + content.replace("/", "\\/")
            + ",\"sign\":\""
            + sign(content)
            + "\"}";
    assertThat(ask(body).notices().get(0).transactionId()).isEqualTo("a/b");
  }

  @Test
  void no_single_bit_of_the_content_can_be_turned() {
    Inquiry inquiry = inquiry();
    String sign = ",\"sign\":\"" + sign(PAID) + "\"}";
    AtomicInteger bit = new AtomicInteger();
    Callbacks.flips(PAID.getBytes(StandardCharsets.UTF_8))
        // One in each byte or so, another each time: every question is signed, which takes its
        // time.
        .filter(flipped -> bit.getAndIncrement() % 9 == 0)
        .forEach(
            flipped -> {
              String content = new String(flipped, StandardCharsets.ISO_8859_1);
              byte[] body =
                  ("{\"alipay_trade_query_response\":" + content + sign)
                      .getBytes(StandardCharsets.ISO_8859_1);
              assertThatThrownBy(
                      () -> inquiry.ask("T1", new Transport().answer(200, Map.of(), body)))
                  .isInstanceOfAny(UnusableCallback.class, IOException.class);
            });
  }

  @Test
  void a_member_twice_another_order_and_an_unsigned_answer_prove_nothing() {
    String sign = ",\"sign\":\"" + sign(PAID) + "\"";
    String content = "\"alipay_trade_query_response\":" + PAID;
    assertThatThrownBy(() -> ask("{" + content + "," + content + sign + "}"))
        .isInstanceOf(UnusableCallback.class);
    assertThatThrownBy(() -> ask("{" + content + sign + sign + "}"))
        .isInstanceOf(UnusableCallback.class);
    assertThatThrownBy(() -> ask("{" + content + "}")).isInstanceOf(UnusableCallback.class);
    assertThatThrownBy(() -> ask(signed(PAID.replace("\"T1\"", "\"T2\""))))
        .isInstanceOf(UnusableCallback.class);
    assertThatThrownBy(() -> ask(signed(PAID.replace("\"88.80\"", "88.80"))))
        .isInstanceOf(UnusableCallback.class);
    assertThatThrownBy(() -> ask("[]")).isInstanceOf(UnusableCallback.class);
  }

  @Test
  void a_closed_trade_was_never_paid_unless_it_has_a_time_of_paying() throws Exception {
    String closed = PAID.replace("TRADE_SUCCESS", "TRADE_CLOSED");
    assertThat(ask(signed(closed)).notices()).hasSize(2);
    String unpaid = closed.replaceAll("\"send_pay_date\":\"[^\"]+\",", "");
    assertThat(ask(signed(unpaid)).kind()).isEqualTo(Kind.CLOSED);
    String odd = unpaid.replace("\"trade_no\"", "\"receipt_amount\":\"1.00\",\"trade_no\"");
    assertThatThrownBy(() -> ask(signed(odd))).isInstanceOf(UnusableCallback.class);
  }

  @Test
  void not_found_is_told_apart_from_every_other_error() throws Exception {
    String missing =
        "{\"code\":\"40004\",\"sub_code\":\"ACQ.TRADE_NOT_EXIST\",\"out_trade_no\":\"T1\"}";
    assertThat(ask(signed(missing)).kind()).isEqualTo(Kind.NOT_FOUND);
    assertThatThrownBy(() -> ask(signed(missing.replace("T1", "T2"))))
        .isInstanceOf(UnusableCallback.class);
    assertThatThrownBy(() -> ask(signed(missing.replace("TRADE_NOT_EXIST", "SYSTEM_ERROR"))))
        .isInstanceOf(NoAnswer.class)
        .hasMessageContaining("ACQ.SYSTEM_ERROR");
  }

  @Test
  void in_certificate_mode_a_question_names_the_apps_certificate_and_the_roots() throws Exception {
    TestKeys.Issuer root = new TestKeys.Issuer("root", OURS);
    settings.remove("alipay.public-keys");
    settings.put("alipay.app-certificate", issued(root, "app", OURS, 7, false));
    settings.put("alipay.certificates", issued(root, "alipay", THEIRS, 9, false));
    settings.put("alipay.root-certificates", issued(root, "root", OURS, 1, true));
    Transport transport = new Transport().answer(200, signed(PAID));

    assertThat(ask(transport).kind()).isEqualTo(Kind.PAID);

    // MD5 of "CN=root7" and of "CN=root1".
    assertThat(Transport.body(transport.requests.get(0)))
        .containsPattern("app_cert_sn=" + md5("CN=root7") + "&")
        .containsPattern("alipay_root_cert_sn=" + md5("CN=root1") + "&");
  }

  @Test
  void keys_that_cannot_sign_are_refused_by_name() {
    settings.put("alipay.private-key", TestKeys.base64(OURS.getPublic()));
    assertThatThrownBy(this::inquiry)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("alipay.private-key");
  }

  private static String issued(
      TestKeys.Issuer issuer, String subject, KeyPair keys, int serial, boolean ca) {
    return TestAccount.list(
        List.of(
            issuer.issue(
                subject, keys.getPublic(), BigInteger.valueOf(serial), ca, CLOCK.instant())));
  }

  private static String md5(String text) throws Exception {
    byte[] digest =
        java.security.MessageDigest.getInstance("MD5")
            .digest(text.getBytes(StandardCharsets.UTF_8));
    return java.util.HexFormat.of().formatHex(digest);
  }

  private Standing ask(String body) throws Exception {
    return ask(new Transport().answer(200, body));
  }

  private Standing ask(Transport transport) throws Exception {
    return inquiry().ask("T1", transport);
  }

  private Inquiry inquiry() {
    return new AlipayType()
        .inquiry(TestAccount.PROPERTY, TestAccount.configured("alipay", settings), CLOCK)
        .orElseThrow();
  }

  private static String signed(String content) {
    return "{\"alipay_trade_query_response\":" + content + ",\"sign\":\"" + sign(content) + "\"}";
  }

  private static String sign(String content) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(THEIRS.getPrivate());
      signature.update(content.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(signature.sign());
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
