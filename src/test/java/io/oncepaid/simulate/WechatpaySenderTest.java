package io.oncepaid.simulate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** The messages are verified and decrypted here by the protocol's own words. */
class WechatpaySenderTest {
  private static final KeyPair KEYS = RsaKeys.generate();
  private static final String API_V3_KEY = "0123456789abcdef0123456789abcdef";
  private static final Instant NOW = Instant.parse("2026-03-09T16:30:00Z");
  private static final Trade TRADE = new Trade("T1", "4200000001", 8_880, "CNY", "订单", NOW);

  private final WechatpaySender sender =
      new WechatpaySender(
          new WechatpaySender.Contract("w", "1900000001", "wx1", "PUB_KEY_ID_1", API_V3_KEY),
          KEYS.getPrivate(),
          new Random(7),
          Clock.fixed(NOW, ZoneOffset.UTC));

  @Test
  void a_payment_is_encrypted_and_signed() throws Exception {
    Callback callback = sender.paid(TRADE, 0);

    assertThat(isSigned(callback)).isTrue();
    assertThat(callback.headers())
        .containsEntry("Wechatpay-Serial", "PUB_KEY_ID_1")
        .containsEntry("Wechatpay-Timestamp", "1773073800");
    JsonNode content = decrypted(callback);
    assertThat(content.path("out_trade_no").asText()).isEqualTo("T1");
    assertThat(content.path("trade_state").asText()).isEqualTo("SUCCESS");
    assertThat(content.path("success_time").asText()).isEqualTo("2026-03-10T00:30:00+08:00");
    assertThat(content.path("amount").path("total").asLong()).isEqualTo(8_880);
  }

  @Test
  void an_honest_repeat_has_other_bytes_and_the_same_content() throws Exception {
    Callback first = sender.paid(TRADE, 0);
    Callback second = sender.paid(TRADE, 1);

    assertThat(second.body()).isNotEqualTo(first.body());
    assertThat(second.headers().get("Wechatpay-Nonce"))
        .isNotEqualTo(first.headers().get("Wechatpay-Nonce"));
    assertThat(decrypted(second)).isEqualTo(decrypted(first));
  }

  @Test
  void a_refund_tells_of_itself_alone() throws Exception {
    JsonNode content = decrypted(sender.refunded(TRADE, new Refund("R2", 100, 300, NOW), 0));

    assertThat(content.path("out_refund_no").asText()).isEqualTo("R2");
    assertThat(content.path("amount").path("refund").asLong()).isEqualTo(100);
  }

  @Test
  void forgeries_are_badly_signed_or_stale() throws Exception {
    List<Callback> forgeries = sender.forgeries(TRADE, RsaKeys.generate().getPrivate());

    assertThat(forgeries).hasSize(4);
    assertThat(isSigned(forgeries.get(0))).isFalse();
    assertThat(isSigned(forgeries.get(1))).isFalse();
    assertThat(isSigned(forgeries.get(2))).isTrue();
    assertThat(forgeries.get(2).headers()).containsEntry("Wechatpay-Timestamp", "1773073200");
    assertThat(forgeries.get(3).headers().get("Wechatpay-Signature"))
        .startsWith("WECHATPAY/SIGNTEST/");
  }

  private static boolean isSigned(Callback callback) throws Exception {
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initVerify(KEYS.getPublic());
    signature.update(
        (callback.headers().get("Wechatpay-Timestamp")
                + "\n"
                + callback.headers().get("Wechatpay-Nonce")
                + "\n"
                + new String(callback.body(), UTF_8)
                + "\n")
            .getBytes(UTF_8));
    return signature.verify(
        Base64.getDecoder().decode(callback.headers().get("Wechatpay-Signature")));
  }

  private static JsonNode decrypted(Callback callback) throws Exception {
    JsonNode resource = new ObjectMapper().readTree(callback.body()).path("resource");
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE,
        new SecretKeySpec(API_V3_KEY.getBytes(UTF_8), "AES"),
        new GCMParameterSpec(128, resource.path("nonce").asText().getBytes(UTF_8)));
    cipher.updateAAD(resource.path("associated_data").asText().getBytes(UTF_8));
    return new ObjectMapper()
        .readTree(cipher.doFinal(Base64.getDecoder().decode(resource.path("ciphertext").asText())));
  }
}
