package io.oncepaid.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\'',
      value = {
        "abc, abc",
        "'\"abc\"', abc",
        "'\"a\\\"b\\\\c\"', 'a\"b\\c'",
        "'a\"b', 'a\"b'",
        "8e03978e-40d5-43e8-bc93-6894a57f9324, 8e03978e-40d5-43e8-bc93-6894a57f9324"
      })
  void bare_and_quoted_keys_are_read(String header, String key) {
    assertThat(IdempotencyKey.read(List.of(header))).contains(key);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\"",
        "\"\"",
        "\"a",
        "\"a\"b",
        "\"a\\\"",
        "\"a\\b\"",
        "a b",
        "\"a b\"",
        "ä"
      })
  void what_is_no_key_is_refused(String header) {
    assertThatThrownBy(() -> IdempotencyKey.read(List.of(header)))
        .isInstanceOfSatisfying(Problem.class, p -> assertThat(p.status()).isEqualTo(400));
  }

  @Test
  void the_longest_key_has_255_characters() {
    assertThat(IdempotencyKey.read(List.of("x".repeat(255)))).isPresent();
    assertThatThrownBy(() -> IdempotencyKey.read(List.of("x".repeat(256))))
        .isInstanceOf(Problem.class);
  }

  @Test
  void no_header_is_no_key_and_two_are_refused() {
    assertThat(IdempotencyKey.read(null)).isEmpty();
    assertThat(IdempotencyKey.read(List.of())).isEmpty();
    assertThatThrownBy(() -> IdempotencyKey.read(List.of("a", "a"))).isInstanceOf(Problem.class);
  }
}
