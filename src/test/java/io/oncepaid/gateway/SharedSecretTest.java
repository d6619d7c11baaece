package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.SharedSecret.Hash;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharedSecretTest {
  /** Test case 2 of RFC 4231. */
  private static final byte[] KEY = "Jefe".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] HEAD = "what do ya want ".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] REST = "for nothing?".getBytes(StandardCharsets.US_ASCII);

  @ParameterizedTest
  @CsvSource({
    "SHA256, 5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    "SHA512, 164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65"
        + "f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"
  })
  void makes_the_code_of_the_standard(Hash hash, String code) {
    assertThat(new SharedSecret(hash, KEY).made(HexText.decode(code), HEAD, REST)).isTrue();
    assertThat(new SharedSecret(hash, KEY).made(HexText.decode(code), REST, HEAD)).isFalse();
  }

  @Test
  void takes_no_part_of_a_code() {
    SharedSecret secret = new SharedSecret(Hash.SHA256, KEY);
    byte[] code = secret.code(HEAD);
    assertThat(secret.made(new byte[0], HEAD)).isFalse();
    assertThat(secret.made(Arrays.copyOf(code, 31), HEAD)).isFalse();
    assertThat(secret.made(Arrays.copyOf(code, 33), HEAD)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0g", "0A", "AB", "abc", " ab", "ab\n", "٠٠", "0x"})
  void hexadecimal_digits_have_one_spelling(String text) {
    assertThat(HexText.decode(text)).isNull();
    assertThat(HexText.decode("00ff1e")).isEqualTo(HexFormat.of().parseHex("00ff1e"));
  }
}
