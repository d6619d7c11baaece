package io.oncepaid.gateway.wechatpay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Inquiry;
import io.oncepaid.gateway.Inquiry.NoAnswer;
import io.oncepaid.gateway.Standing;
import io.oncepaid.gateway.Standing.Kind;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestKeys;
import io.oncepaid.gateway.Transport;
import io.oncepaid.gateway.UnusableCallback;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Clock;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Questions to WeChat Pay, header by header. */
class WechatpayInquiryTest {
  private static final KeyPair OURS = TestKeys.one();
  private static final KeyPair THEIRS = TestKeys.other();
  private static final Clock CLOCK = Clock.systemUTC();
  private static final String KEY_ID = "PUB_KEY_ID_0100000000002026030900000000001";
  private static final String OPEN =
      "{\"mchid\":\"1900000001\",\"out_trade_no\":\"T1\",\"trade_state\":\"NOTPAY\"}";
  private static final String MISSING = "{\"code\":\"ORDER_NOT_EXIST\"}";

  private final Map<String, String> settings =
      new HashMap<>(
          Map.of(
              "wechatpay.mch-id",
              "1900000001",
              "wechatpay.api-v3-key",
              "0123456789abcdefFEDCBA9876543210",
              "wechatpay.public-keys.\"" + KEY_ID + "\"",
              TestKeys.base64(THEIRS.getPublic()),
              "wechatpay.private-key",
              Base64.getEncoder().encodeToString(OURS.getPrivate().getEncoded()),
              "wechatpay.serial",
              "5157F09EFDC096DE",
              "wechatpay.base-url",
              "https://proxy.example/wx/"));

  @Test
  void a_question_is_signed_over_its_path_as_it_is_sent() throws Exception {
    Transport transport = signed(404, MISSING);
    assertThat(inquiry().ask("A|1@*", transport).kind()).isEqualTo(Kind.NOT_FOUND);

    HttpRequest request = transport.requests.get(0);
    assertThat(request.uri().toString())
        .isEqualTo(
            "https://proxy.example/wx/v3/pay/transactions/out-trade-no/A%7C1%40*?mchid=1900000001");
    assertThat(request.headers().firstValue("Wechatpay-Serial")).contains(KEY_ID);
    assertSignedByUs(request, "");
  }

  @Test
  void a_partner_asks_and_closes_for_its_sub_merchant() throws Exception {
    settings.put("wechatpay.partner", "true");
    settings.put("wechatpay.sub-mch-ids", "1900000109");
    String open =
        "{\"sp_mchid\":\"1900000001\",\"sub_mchid\":\"1900000109\",\"out_trade_no\":\"T1\","
            + "\"trade_state\":\"NOTPAY\"}";
    Transport transport = signed(200, open);
    Standing standing = inquiry().ask("T1", transport);
    inquiry().close("T1", standing, transport);

    assertThat(standing.kind()).isEqualTo(Kind.OPEN);
    assertThat(transport.requests.get(0).uri().toString())
        .endsWith(
            "/v3/pay/partner/transactions/out-trade-no/T1?sp_mchid=1900000001&sub_mchid=1900000109");
    HttpRequest close = transport.requests.get(1);
    assertThat(close.uri().toString())
        .endsWith("/v3/pay/partner/transactions/out-trade-no/T1/close");
    assertSignedByUs(close, "{\"sp_mchid\":\"1900000001\",\"sub_mchid\":\"1900000109\"}");
  }

  @Test
  void a_partner_without_one_sub_merchant_is_refused() {
    settings.put("wechatpay.partner", "true");
    assertThatThrownBy(this::inquiry)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("wechatpay.sub-mch-ids");
  }

  @Test
  void not_found_counts_only_when_it_is_signed() throws Exception {
    assertThat(ask(signed(404, MISSING)).kind()).isEqualTo(Kind.NOT_FOUND);
    assertThatThrownBy(() -> ask(new Transport().answer(404, MISSING)))
        .isInstanceOf(UnusableCallback.class);
    assertThatThrownBy(() -> ask(signed(400, MISSING))).isInstanceOf(NoAnswer.class);
    assertThatThrownBy(() -> ask(signed(404, "{\"code\":\"NO_AUTH\"}")))
        .isInstanceOf(NoAnswer.class);
  }

  @Test
  void a_number_that_the_gateway_cannot_have_is_not_asked_for() throws Exception {
    Transport transport = new Transport();
    assertThat(inquiry().ask("T".repeat(33), transport).kind()).isEqualTo(Kind.NOT_FOUND);
    assertThat(transport.requests).isEmpty();
  }

  @Test
  void stale_answers_and_those_of_others_prove_nothing() {
    long old = CLOCK.instant().getEpochSecond() - 301;
    assertThatThrownBy(() -> ask(signed(200, OPEN, old))).isInstanceOf(UnusableCallback.class);
    assertThatThrownBy(() -> ask(signed(200, OPEN.replace("T1", "T2"))))
        .isInstanceOf(UnusableCallback.class);
    assertThatThrownBy(() -> ask(signed(200, OPEN.replace("1900000001", "1900000002"))))
        .isInstanceOf(UnusableCallback.class);
    assertThatThrownBy(() -> ask(signed(200, OPEN.replace("NOTPAY", "NEW"))))
        .isInstanceOf(UnusableCallback.class);
  }

  @Test
  void a_serial_that_is_none_is_refused_by_name() {
    settings.put("wechatpay.serial", "none");
    assertThatThrownBy(this::inquiry)
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("wechatpay.serial");
  }

  private Standing ask(Transport transport) throws Exception {
    return inquiry().ask("T1", transport);
  }

  private Inquiry inquiry() {
    return new WechatpayType()
        .inquiry(TestAccount.PROPERTY, TestAccount.configured("wechatpay", settings), CLOCK)
        .orElseThrow();
  }

  private static void assertSignedByUs(HttpRequest request, String body) throws Exception {
    Matcher header =
        Pattern.compile(".*nonce_str=\"([^\"]+)\",signature=\"([^\"]+)\",timestamp=\"([0-9]+)\".*")
            .matcher(request.headers().firstValue("Authorization").orElseThrow());
    assertThat(header.matches()).isTrue();
    assertThat(Transport.body(request)).isEqualTo(body);
    String path = request.uri().getRawPath();
    String query = request.uri().getRawQuery();
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initVerify(OURS.getPublic());
    signature.update(
        String.join(
                "\n",
                request.method(),
                query == null ? path : path + "?" + query,
                header.group(3),
                header.group(1),
                body,
                "")
            .getBytes(StandardCharsets.UTF_8));
    assertThat(signature.verify(Base64.getDecoder().decode(header.group(2)))).isTrue();
  }

  private static Transport signed(int status, String body) {
    return signed(status, body, CLOCK.instant().getEpochSecond());
  }

  private static Transport signed(int status, String body, long time) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(THEIRS.getPrivate());
      signature.update((time + "\nnonce\n" + body + "\n").getBytes(StandardCharsets.UTF_8));
      return new Transport()
          .answer(
              status,
              Map.of(
                  "wechatpay-serial", List.of(KEY_ID),
                  "wechatpay-timestamp", List.of(Long.toString(time)),
                  "wechatpay-nonce", List.of("nonce"),
                  "wechatpay-signature",
                      List.of(Base64.getEncoder().encodeToString(signature.sign()))),
              body.getBytes(StandardCharsets.UTF_8));
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
