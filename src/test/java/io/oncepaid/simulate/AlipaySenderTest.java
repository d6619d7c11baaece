package io.oncepaid.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages are read and verified here by the protocol's own words, not by our adapter. */
class AlipaySenderTest {
  private static final KeyPair KEYS = RsaKeys.generate();
  private static final Instant AT = Instant.parse("2026-03-09T16:30:00.125Z");
  private static final Trade TRADE = new Trade("T1", "2026031022", 8_880, "CNY", "订单 1+1&2%", AT);

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "GBK"})
  void a_payment_is_signed_over_its_sorted_fields(String charset) throws Exception {
    Callback callback = sender(charset).paid(TRADE, 0);

    Map<String, String> fields = read(callback, charset);
    assertThat(isSignedBy(KEYS.getPublic(), fields, charset)).isTrue();
    assertThat(fields)
        .containsEntry("trade_status", "TRADE_SUCCESS")
        .containsEntry("total_amount", "88.80")
        .containsEntry("subject", "订单 1+1&2%")
        .containsEntry("gmt_payment", "2026-03-10 00:30:00")
        .doesNotContainKey("refund_fee");
  }

  @Test
  void an_honest_repeat_changes_notify_time_and_sign_only() throws Exception {
    Map<String, String> first = read(sender("UTF-8").paid(TRADE, 0), "UTF-8");
    Map<String, String> second = read(sender("UTF-8").paid(TRADE, 1), "UTF-8");

    List<String> changed = new ArrayList<>();
    first.forEach(
        (name, value) -> {
          if (!value.equals(second.get(name))) {
            changed.add(name);
          }
        });
    assertThat(changed).containsExactly("notify_time", "sign");
    assertThat(isSignedBy(KEYS.getPublic(), second, "UTF-8")).isTrue();
  }

  @Test
  void a_refund_tells_the_running_total_and_closes_the_trade_when_it_is_full() throws Exception {
    Map<String, String> part =
        read(sender("UTF-8").refunded(TRADE, new Refund("R2", 100, 300, AT), 0), "UTF-8");
    Map<String, String> full =
        read(sender("UTF-8").refunded(TRADE, new Refund("R3", 8_580, 8_880, AT), 0), "UTF-8");

    assertThat(part)
        .containsEntry("trade_status", "TRADE_SUCCESS")
        .containsEntry("refund_fee", "3.00")
        .containsEntry("out_biz_no", "R2")
        .containsEntry("gmt_refund", "2026-03-10 00:30:00.125");
    assertThat(full)
        .containsEntry("trade_status", "TRADE_CLOSED")
        .containsEntry("refund_fee", "88.80")
        .containsKeys("gmt_payment", "gmt_close");
  }

  @Test
  void a_closed_trade_was_never_paid() throws Exception {
    assertThat(read(sender("UTF-8").closed(TRADE, 0), "UTF-8"))
        .containsEntry("trade_status", "TRADE_CLOSED")
        .doesNotContainKeys("gmt_payment", "refund_fee");
  }

  @Test
  void no_forgery_has_a_good_signature() throws Exception {
    List<Callback> forgeries = sender("UTF-8").forgeries(TRADE, RsaKeys.generate().getPrivate());

    assertThat(forgeries).hasSize(3);
    for (Callback forgery : forgeries) {
      assertThat(isSignedBy(KEYS.getPublic(), read(forgery, "UTF-8"), "UTF-8")).isFalse();
    }
  }

  @Test
  void only_the_seven_bytes_with_200_are_an_acknowledgement() {
    Sender sender = sender("UTF-8");
    assertThat(sender.acknowledges(200, bytes("success"))).isTrue();
    assertThat(sender.acknowledges(200, bytes("success\n"))).isFalse();
    assertThat(sender.acknowledges(201, bytes("success"))).isFalse();
    assertThat(sender.refuses(401, bytes("failure"))).isTrue();
    assertThat(sender.refuses(401, bytes("success"))).isFalse();
  }

  private static AlipaySender sender(String charset) {
    return new AlipaySender("a", "app", "seller", KEYS.getPrivate(), Charset.forName(charset));
  }

  private static Map<String, String> read(Callback callback, String charset) {
    Map<String, String> fields = new TreeMap<>();
    for (String pair : new String(callback.body(), StandardCharsets.US_ASCII).split("&")) {
      String[] parts = pair.split("=", 2);
      fields.put(parts[0], URLDecoder.decode(parts[1], Charset.forName(charset)));
    }
    return fields;
  }

  private static boolean isSignedBy(PublicKey key, Map<String, String> fields, String charset)
      throws Exception {
    StringBuilder content = new StringBuilder();
    for (Map.Entry<String, String> field : fields.entrySet()) {
      if (!field.getKey().equals("sign") && !field.getKey().equals("sign_type")) {
        content.append(content.isEmpty() ? "" : "&");
        content.append(field.getKey()).append('=').append(field.getValue());
      }
    }
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initVerify(key);
    signature.update(content.toString().getBytes(charset));
    return signature.verify(Base64.getDecoder().decode(fields.get("sign")));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
