package io.oncepaid.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Notice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SettlingTest {
  @Test
  void the_deadline_may_pass_while_equal_notices_still_join() {
    Settling carrier = settling();
    List<Settling> riders = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      riders.add(settling());
    }

    CompletableFuture<Void> deadline =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; i < 2_000; i++) {
                carrier.finish(Outcome.of(Verdict.UNAVAILABLE));
              }
            });
    riders.forEach(carrier::carry);
    deadline.join();
    carrier.finish(Outcome.of(Verdict.APPLIED));

    assertThat(riders).allMatch(rider -> rider.outcome().isDone());
  }

  private static Settling settling() {
    Notice notice = Notice.paid("T1", "tx1", 1000, "CNY", Instant.EPOCH);
    return new Settling(
        new Submission("m", "a", "alipay", Source.CALLBACK, notice, Evidence.NONE, Instant.EPOCH),
        false,
        0);
  }
}
