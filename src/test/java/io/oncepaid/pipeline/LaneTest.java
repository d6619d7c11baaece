package io.oncepaid.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Notice;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LaneTest {
  @Test
  void a_notice_that_was_put_back_leaves_at_its_own_deadline() {
    Lane lane = new Lane(64, false, new AtomicInteger());
    Settling later = settling("T1", 2_000);
    Settling putBack = settling("T2", 1_000);
    lane.add(later);
    lane.add(putBack);

    lane.expire(1_500);

    assertThat(putBack.outcome()).isCompletedWithValue(Outcome.of(Verdict.UNAVAILABLE));
    assertThat(later.outcome()).isNotDone();
  }

  private static Settling settling(String number, long deadlineNanos) {
    Notice notice = Notice.paid(number, "tx" + number, 1000, "CNY", Instant.EPOCH);
    return new Settling(
        new Submission("m", "a", "alipay", Source.CALLBACK, notice, Evidence.NONE, Instant.EPOCH),
        false,
        deadlineNanos);
  }
}
