package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import io.oncepaid.gateway.Notice.InvalidNotice;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MoneyTest {
  @TestFactory
  Stream<DynamicTest> reads_each_amount_as_its_vector_says() {
    return Vectors.load("common-amounts.json").ofKind("amount").stream()
        // Bills have signs; only reconciliation, which shares no code with us, reads them.
        .filter(vector -> !notation(vector).equals("yuan-decimal-bill"))
        .map(vector -> dynamicTest(vector.path("title").asText(), () -> judge(vector)));
  }

  private static String notation(JsonNode vector) {
    return vector.path("message").path("notation").asText();
  }

  private static void judge(JsonNode vector) {
    JsonNode minor = vector.path("expect").path("normalized").path("amount_minor");
    if (minor.isMissingNode()) {
      assertThatThrownBy(() -> read(vector)).isInstanceOf(InvalidNotice.class);
    } else {
      assertThat(read(vector)).isEqualTo(minor.asLong());
    }
  }

  private static long read(JsonNode vector) {
    String text = vector.path("message").path("value").asText();
    return switch (notation(vector)) {
      case "yuan-decimal" -> Money.parseDecimal(text, "CNY");
      case "fen-integer" -> Money.parseMinor(text);
      case "fen-padded" -> Money.parsePadded(text);
      case "major-decimal-exponent" ->
          Money.parseDecimal(text, vector.path("message").path("exponent").asInt());
      default -> throw new IllegalStateException(notation(vector));
    };
  }

  @ParameterizedTest
  @CsvSource({"599.80, 59980", "0.29, 29", "19.99, 1999"})
  void FR22_reads_yuan_exactly(String text, long fen) {
    assertThat(Money.parseDecimal(text, "CNY")).isEqualTo(fen);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e2", "10.005", "-1", "١٠", "10,00"})
  void FR22_refuses_what_is_not_exactly_yuan(String text) {
    assertThatThrownBy(() -> Money.parseDecimal(text, "CNY")).isInstanceOf(InvalidNotice.class);
  }

  @ParameterizedTest
  @CsvSource({"80, JPY, 80", "1.234, KWD, 1234", "1000, KRW, 1000", "5, CLP, 5", "1.5, CNY, 150"})
  void FR23_knows_the_decimals_of_each_currency(String text, String currency, long minor) {
    assertThat(Money.parseDecimal(text, currency)).isEqualTo(minor);
  }

  @Test
  void FR23_refuses_decimals_that_a_currency_has_not() {
    assertThatThrownBy(() -> Money.parseDecimal("80.00", "JPY")).isInstanceOf(InvalidNotice.class);
    assertThatThrownBy(() -> Money.parseDecimal("1.2345", "KWD")).isInstanceOf(InvalidNotice.class);
  }

  @ParameterizedTest
  @CsvSource({
    "500000, CLP, 2, 5000",
    "80, JPY, 0, 80",
    "1234, KWD, 3, 1234",
    "75, IDR, 0, 7500",
    "5, USD, 2, 5"
  })
  void FR23_takes_a_gateways_own_decimals_into_those_of_the_currency(
      String text, String currency, int decimals, long minor) {
    assertThat(Money.parseMinor(text, currency, decimals)).isEqualTo(minor);
  }

  @ParameterizedTest
  @CsvSource({"500050, CLP, 2", "1, JPY, 2", "9223372036854775807, IDR, 0", "1, ABC, 2"})
  void FR23_refuses_what_the_currency_cannot_express(String text, String currency, int decimals) {
    assertThatThrownBy(() -> Money.parseMinor(text, currency, decimals))
        .isInstanceOf(InvalidNotice.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "cny", "CNY ", "XXX", "ABC", "￥"})
  void refuses_what_is_no_currency(String currency) {
    assertThatThrownBy(() -> Money.parseDecimal("1", currency)).isInstanceOf(InvalidNotice.class);
  }
}
