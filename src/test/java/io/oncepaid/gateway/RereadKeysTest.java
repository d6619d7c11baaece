package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RereadKeysTest {
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final AtomicInteger readings = new AtomicInteger();

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void start() throws Exception {
    Metrics.addRegistry(meters);
    file = Files.writeString(folder.resolve("key"), "one");
  }

  @AfterEach
  void end() {
    Metrics.removeRegistry(meters);
  }

  private RereadKeys<String> keys(Duration betweenLooks) {
    return new RereadKeys<>(
        files -> {
          readings.incrementAndGet();
          String text = files.text("oncepaid.key", "file:" + file);
          if (text.contains("broken")) {
            throw new InvalidSetting("oncepaid.key", "is broken");
          }
          return text;
        },
        betweenLooks);
  }

  private double count(String outcome) {
    var counter = meters.find("oncepaid.key.rereads").tag("outcome", outcome).counter();
    return counter == null ? 0 : counter.count();
  }

  @Test
  void a_changed_file_is_read_again() throws Exception {
    RereadKeys<String> keys = keys(Duration.ZERO);
    assertThat(keys.get()).isEqualTo("one");

    Files.writeString(file, "the second");
    assertThat(keys.get()).isEqualTo("the second");
    assertThat(keys.get()).isEqualTo("the second");
    assertThat(readings).hasValue(2);
    assertThat(count("done")).isEqualTo(1);
  }

  @Test
  void a_broken_file_keeps_the_old_keys_and_raises_one_alarm() throws Exception {
    RereadKeys<String> keys = keys(Duration.ZERO);
    Files.writeString(file, "broken now");
    assertThat(keys.get()).isEqualTo("one");
    assertThat(keys.get()).isEqualTo("one");
    assertThat(count("failed")).isEqualTo(1);

    Files.delete(file);
    assertThat(keys.get()).isEqualTo("one");
    assertThat(keys.get()).isEqualTo("one");
    assertThat(count("failed")).isEqualTo(2);

    Files.writeString(file, "mended");
    assertThat(keys.get()).isEqualTo("mended");
  }

  @Test
  void FR09_a_thousand_looks_read_a_changed_file_at_most_once_per_interval() throws Exception {
    RereadKeys<String> keys = keys(Duration.ofHours(1));
    for (int n = 0; n < 1000; n++) {
      Files.writeString(file, "number " + n);
      assertThat(keys.get()).isEqualTo("one");
    }
    assertThat(readings).hasValue(1);
  }

  @Test
  void a_broken_file_at_the_start_is_an_error() throws Exception {
    Files.writeString(file, "broken");
    assertThatThrownBy(() -> keys(Duration.ZERO)).isInstanceOf(InvalidSetting.class);
  }
}
