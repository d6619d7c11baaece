package io.oncepaid.crash;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.simulate.Callback;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.Wire;
import io.oncepaid.testing.Wire.Answer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The answer is the gateway's word byte for byte, whatever the sender says it accepts. */
@QuarkusTest
@TestProfile(CrashProfile.class)
class AnswerBytesTest extends CrashTest {
  private static final String NONE = "";

  @ParameterizedTest
  @ValueSource(strings = {NONE, "*/*", "text/html", "nonsense"})
  void FR20_alipay_is_told_exactly_success_or_failure(String accept) throws Exception {
    Trade trade = registered();

    assertAnswer(send(alipay.paid(trade, 0), accept), 200, "text/plain", "success");
    assertAnswer(send(alipay.paid(trade, 1), accept), 200, "text/plain", "success");
    assertAnswer(send(alipay.paid(trade.withAmount(1), 2), accept), 422, "text/plain", "failure");
    assertAnswer(send(alipay.paid(unknown(), 0), accept), 404, "text/plain", "failure");
    assertAnswer(send(forged(alipay.paid(trade, 0)), accept), 401, "text/plain", "failure");
    assertAnswer(send(cut(alipay.paid(trade, 0)), accept), 400, "text/plain", "failure");
  }

  @ParameterizedTest
  @ValueSource(strings = {NONE, "*/*", "text/html", "nonsense"})
  void FR20_wechat_pay_is_told_204_or_fail_in_json(String accept) throws Exception {
    Trade trade = registered();

    assertAnswer(send(wechat.paid(trade, 0), accept), 204, null, "");
    assertAnswer(send(wechat.paid(trade, 1), accept), 204, null, "");
    assertFail(send(wechat.paid(trade.withAmount(1), 2), accept), 422, "MISMATCH");
    assertFail(send(wechat.paid(unknown(), 0), accept), 404, "UNKNOWN_PAYMENT");
    assertFail(send(cut(wechat.paid(trade, 0)), accept), 401, "FORGED");
    Callback unsigned = new Callback(wechat.account(), Map.of(), wechat.paid(trade, 0).body());
    assertFail(send(unsigned, accept), 400, "MALFORMED");
  }

  private static Trade unknown() {
    return trade(numberFor(0));
  }

  private static Callback forged(Callback genuine) {
    String body =
        new String(genuine.body(), ISO_8859_1).replace("total_amount=10.00", "total_amount=10.01");
    return new Callback(genuine.account(), genuine.headers(), body.getBytes(ISO_8859_1));
  }

  private static Callback cut(Callback genuine) {
    byte[] body = new byte[10];
    System.arraycopy(genuine.body(), 0, body, 0, body.length);
    return new Callback(genuine.account(), genuine.headers(), body);
  }

  private Answer send(Callback callback, String accept) throws IOException {
    Map<String, String> headers = new HashMap<>(callback.headers());
    if (!accept.equals(NONE)) {
      headers.put("Accept", accept);
    }
    return Wire.once(
        port(), Wire.post("/callbacks/" + callback.account(), headers, callback.body()));
  }

  private static void assertFail(Answer answer, int status, String message) {
    assertAnswer(
        answer, status, "application/json", "{\"code\":\"FAIL\",\"message\":\"" + message + "\"}");
  }

  private static void assertAnswer(Answer answer, int status, String mediaType, String body) {
    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.headers().get("content-type")).isEqualTo(mediaType);
    assertThat(answer.body()).isEqualTo(body.getBytes(ISO_8859_1));
    assertThat(answer.headers()).doesNotContainKeys("transfer-encoding", "location", "set-cookie");
  }
}
