package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every adapter does when the keys of its account change. */
public abstract class RotationContract {
  protected static final Instant NOW = Instant.parse("2026-03-09T02:15:30Z");

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  @TempDir private Path folder;

  /**
   * A sender and what an account holds to trust it.
   *
   * @param key as it stands in a setting or in a file
   */
  public record Trusted(TestSender sender, String key) {}

  protected abstract Trusted one();

  protected abstract Trusted other();

  /** An adapter whose account has these keys; each is a key or file:PATH. */
  protected abstract Gateway receiver(List<String> keys);

  @BeforeEach
  void count() {
    Metrics.addRegistry(meters);
  }

  @AfterEach
  void countNoMore() {
    Metrics.removeRegistry(meters);
  }

  private static RawCallback paid(Trusted by) {
    return by.sender().paid("T1", "42", 8880, NOW);
  }

  private static void assertTaken(Gateway gateway, Trusted by) throws UnusableCallback {
    assertThat(gateway.read(paid(by)).notices()).hasSize(1);
  }

  private static void assertForged(Gateway gateway, Trusted by) {
    assertThatThrownBy(() -> gateway.read(paid(by)))
        .isInstanceOfSatisfying(
            UnusableCallback.class,
            refused -> assertThat(refused.reason()).isEqualTo(UnusableCallback.Reason.FORGED));
  }

  private Path write(String key) throws Exception {
    return Files.writeString(folder.resolve("key"), key);
  }

  @Test
  void the_old_key_and_the_new_one_are_taken_side_by_side() throws Exception {
    Gateway gateway = receiver(List.of(one().key(), other().key()));
    assertTaken(gateway, one());
    assertTaken(gateway, other());
    assertForged(receiver(List.of(one().key())), other());
  }

  @Test
  void a_key_file_is_read_again_without_a_restart() throws Exception {
    Gateway gateway = receiver(List.of("file:" + write(one().key())));
    assertTaken(gateway, one());

    write(other().key() + "\n");
    Awaitility.await().ignoreExceptions().untilAsserted(() -> assertTaken(gateway, other()));
    assertForged(gateway, one());
  }

  @Test
  void a_broken_new_file_leaves_the_old_key_and_raises_an_alarm() throws Exception {
    Gateway gateway = receiver(List.of("file:" + write(one().key())));

    write("changeme");
    Awaitility.await()
        .ignoreExceptions()
        .untilAsserted(
            () -> {
              assertTaken(gateway, one());
              assertThat(
                      meters.get("oncepaid.key.rereads").tag("outcome", "failed").counter().count())
                  .isPositive();
            });
    assertTaken(gateway, one());
  }
}
