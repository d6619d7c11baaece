package io.oncepaid.gateway.hmac;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncepaid.gateway.Answer;
import io.oncepaid.gateway.Documented;
import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayContract;
import io.oncepaid.gateway.Reply;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestSender;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.UnusableCallback.Reason;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What each vendor of the family must pass, with the settings that its documentation shows. */
abstract class HmacContract extends GatewayContract {
  static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");
  static final String SECRET = "kIr7Jx2Pq9mWv4Zt8Lr3Nc6Yb5";
  static final String OTHER_SECRET = "q2Tn8Hs5Vd1Gk7Rw4Bz9Xm3Fp6";

  /** The vendor's heading in docs/gateways/hmac.md. */
  abstract String heading();

  final Map<String, String> preset() {
    return Documented.settings("hmac.md", heading());
  }

  @Override
  protected abstract HmacTestSender sender();

  @Override
  protected TestSender stranger() {
    return sender().withSecret(OTHER_SECRET);
  }

  /** The documented settings, with the vector's secrets, and its address where one is signed. */
  @Override
  protected Gateway adapter(JsonNode vector) {
    JsonNode config = vector.path("config");
    Map<String, String> settings = new HashMap<>(preset());
    List<String> secrets =
        vectors.keys(config.path("keys").path("hmac")).stream()
            .map(key -> key.path("value").asText())
            .toList();
    settings.put("hmac.secrets", TestAccount.list(secrets));
    if (config.has("notification_url")) {
      settings.put("hmac.url", config.path("notification_url").asText());
    }
    return new HmacType().open(TestAccount.PROPERTY, TestAccount.configured("hmac", settings));
  }

  @Override
  protected boolean verifies(JsonNode vector) {
    throw new UnsupportedOperationException("there are only whole requests");
  }

  @Override
  protected Map<Answer, Reply> answers(int failureStatus, String reason) {
    return Map.of(
        Answer.ACCEPT,
        new Reply(200, null, new byte[0]),
        Answer.RETRY,
        new Reply(failureStatus, null, new byte[0]),
        Answer.REFUSE,
        new Reply(failureStatus, null, new byte[0]));
  }

  @Test
  void it_is_told_success_once_a_refusal_is_kept() {
    assertThat(sender().receiver().punishesFailures()).isTrue();
  }

  @Test
  void both_secrets_sign_during_a_rotation_and_no_third_one() throws Exception {
    HmacTestSender sender = sender();
    Gateway both = sender.receiver(OTHER_SECRET, SECRET);

    assertThat(both.read(sender.paid("T1", "42", 100, NOW)).notices()).hasSize(1);
    assertThat(both.read(stranger().paid("T1", "42", 100, NOW)).notices()).hasSize(1);
    UnusableCallback refused =
        refusal(both, sender.withSecret("h4Rk8Vb2Tq6Ym1Cj9Lz5Wp3Xg7").paid("T1", "42", 100, NOW));
    assertThat(refused.reason()).isEqualTo(Reason.FORGED);
  }
}
