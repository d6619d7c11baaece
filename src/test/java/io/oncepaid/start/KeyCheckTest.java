package io.oncepaid.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyCheckTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "changeme",
        "CHANGE-ME-change-me-0123456789",
        "my-very-long-secret-123",
        "secret",
        "operator-api-key",
        "your-key",
        "<your-api-key-goes-here-please>",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        "example-merchant-api-key",
        "placeholder-0123456789-abcdefg",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        "abababababababababababababababab",
        "k7Jx2Pq9",
        "k7Jx2Pq9mWv4Zt8",
        "k7Jx2Pq9 mWv4Zt8Lr3Nc6Yb",
        "k7Jx2Pq9mWv4Zt8Lr3Nc6Yb5\n",
        "Schlüssel-k7Jx2Pq9mWv4Zt8Lr3"
      })
  void a_key_that_protects_nothing_is_a_problem(String key) {
    assertThat(KeyCheck.problem(key))
        .get()
        .asString()
        .contains("openssl rand")
        .doesNotContain("\n");
  }

  @Test
  void a_key_of_16_characters_is_none() {
    assertThat(KeyCheck.problem("k7Jx2Pq9mWv4Zt8L")).isEmpty();
    assertThat(KeyCheck.problem("shop-secret-key-7f3a91c0d2")).isEmpty();
  }

  @Test
  void a_random_key_is_not_taken_for_a_placeholder() {
    SecureRandom random = new SecureRandom();
    byte[] bytes = new byte[32];
    for (int i = 0; i < 20_000; i++) {
      random.nextBytes(bytes);
      assertThat(KeyCheck.problem(Base64.getEncoder().encodeToString(bytes))).isEmpty();
    }
  }
}
