package io.oncepaid.outbox.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignatureTest {
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  @Test
  void the_example_of_standard_webhooks_gives_its_signature() {
    assertThat(
            new Signature(List.of(SECRET))
                .of(
                    "msg_p5jXN8AQM9LWM0D4loKWxJek",
                    Instant.ofEpochSecond(1614265330),
                    "{\"test\": 2432232314}"))
        .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void while_secrets_change_each_one_signs_in_order() {
    String other = "whsec_Zm9yIHRoZSB0aW1lIG9mIGEgcm90YXRpb24gb25seQ==";
    Instant at = Instant.ofEpochSecond(1);
    String both = new Signature(List.of(SECRET, other)).of("id", at, "é");
    assertThat(both.split(" "))
        .containsExactly(
            new Signature(List.of(SECRET)).of("id", at, "é"),
            new Signature(List.of(other)).of("id", at, "é"));
  }
}
