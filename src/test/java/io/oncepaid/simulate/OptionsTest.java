package io.oncepaid.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsTest {
  @Test
  void what_is_not_given_has_a_default() {
    Options options = Options.parse(List.of("--payments", "7", "--forged", "0"));

    assertThat(options.payments()).isEqualTo(7);
    assertThat(options.duplicates()).isEqualTo(8);
    assertThat(options.shares()).containsEntry(Story.FORGED, 0).containsEntry(Story.LATE, 3);
  }

  @Test
  void another_machine_must_be_meant() {
    assertThatThrownBy(() -> Options.parse(List.of("--url", "http://pay.example.com")))
        .hasMessageContaining("--remote");
    assertThat(Options.parse(List.of("--url", "http://10.0.0.1:80", "--remote")).url())
        .hasHost("10.0.0.1");
  }

  @Test
  void nonsense_is_named() {
    assertThatThrownBy(() -> Options.parse(List.of("--payment", "7")))
        .hasMessage("unknown option --payment");
    assertThatThrownBy(() -> Options.parse(List.of("--payments")))
        .hasMessage("--payments needs a value");
    assertThatThrownBy(() -> Options.parse(List.of("--payments", "-3")))
        .hasMessageContaining("--payments must be a number");
    assertThatThrownBy(() -> Options.parse(List.of("--paid", "3")))
        .hasMessage("unknown option --paid");
    assertThatThrownBy(() -> Options.parse(List.of("--late", "90")))
        .hasMessageContaining("more than 100");
  }
}
