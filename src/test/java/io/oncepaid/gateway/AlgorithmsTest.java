package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class AlgorithmsTest {
  @Test
  void FR30_every_algorithm_is_there_whoever_computes_it() {
    assertThat(Algorithms.missing()).isEmpty();
    Crypto.without(() -> assertThat(Algorithms.missing()).isEmpty());
  }

  /** Where its library is not built for the machine, the JDK is right. */
  @Test
  void the_fast_provider_is_found_on_a_machine_that_it_fits() {
    boolean fits =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    assertThat(Crypto.isJdkOnly()).isEqualTo(!fits);
    assertThat(Crypto.description()).startsWith(fits ? "AmazonCorrettoCryptoProvider" : "the JDK");
  }

  @Test
  void FR30_one_that_is_missing_broken_or_believes_everything_is_named() {
    Map<String, Predicate<byte[]>> checks = new LinkedHashMap<>();
    checks.put("good", message -> message[0] == 'o');
    checks.put("broken", message -> false);
    checks.put("gullible", message -> true);
    checks.put(
        "absent",
        message -> {
          throw new IllegalStateException("no such algorithm");
        });
    assertThat(Algorithms.missing(checks))
        .containsExactly(
            "broken", "gullible", "absent: java.lang.IllegalStateException: no such algorithm");
  }
}
