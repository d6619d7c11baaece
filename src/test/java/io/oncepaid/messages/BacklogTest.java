package io.oncepaid.messages;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Notice;
import io.oncepaid.messages.Backlog.Entry;
import io.oncepaid.pipeline.Evidence;
import io.oncepaid.pipeline.Source;
import io.oncepaid.pipeline.Submission;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

/** What may start and what may be acknowledged, by the messages before it. */
class BacklogTest {
  private static final int ALL = 100;
  private static final long NOW = 1_000_000_000;
  private static final long LATER = NOW + Duration.ofMinutes(1).toNanos();

  private Backlog backlog = new Backlog();
  private long offset = 7;

  @Test
  void messages_of_different_payments_start_together() {
    add("a", "T1");
    add("b", "T2");
    add(null, "T3");
    assertThat(offsets(backlog.start(NOW, ALL))).containsExactly(7L, 8L, 9L);
    assertThat(backlog.start(NOW, ALL)).isEmpty();
  }

  @Test
  void no_more_start_than_may() {
    add("a", "T1");
    add("b", "T2");
    assertThat(offsets(backlog.start(NOW, 1))).containsExactly(7L);
    assertThat(backlog.start(NOW, 0)).isEmpty();
    assertThat(offsets(backlog.start(NOW, 1))).containsExactly(8L);
  }

  @Test
  void a_message_waits_for_those_before_it_with_its_key() {
    add("a", "T1");
    add("a", "T2");
    add("b", "T3");
    List<Entry> first = backlog.start(NOW, ALL);
    assertThat(offsets(first)).containsExactly(7L, 9L);
    first.get(0).done();
    assertThat(offsets(backlog.start(NOW, ALL))).containsExactly(8L);
  }

  @Test
  void a_message_waits_for_those_before_it_with_its_payment_whatever_their_keys() {
    add("a", "T1");
    add(null, "T1");
    add("c", "T1");
    assertThat(offsets(backlog.start(NOW, ALL))).containsExactly(7L);
  }

  @Test
  void one_that_waits_for_another_holds_back_what_shares_its_other_key() {
    add("a", "T1");
    add("a", "T2");
    add("b", "T2");
    assertThat(offsets(backlog.start(NOW, ALL))).containsExactly(7L);
  }

  @Test
  void a_failed_message_is_tried_again_later_and_is_not_overtaken() {
    add("a", "T1");
    add("a", "T1");
    backlog.start(NOW, ALL).get(0).failed(NOW, 0);
    assertThat(backlog.start(NOW, ALL)).isEmpty();
    assertThat(offsets(backlog.start(LATER, ALL))).containsExactly(7L);
  }

  @Test
  void one_that_fails_while_others_are_settled_is_put_aside_after_twenty_times() {
    add("a", "T1");
    for (int settled = 1; settled <= 19; settled++) {
      fail(settled);
    }
    assertThat(backlog.start(LATER, ALL).get(0).message().refusal()).isNull();
    backlog = new Backlog();
    add("a", "T1");
    for (int settled = 1; settled <= 20; settled++) {
      fail(settled);
    }
    assertThat(backlog.start(LATER, ALL).get(0).message().refusal().code()).isEqualTo("UNDECIDED");
  }

  @Test
  void one_that_fails_while_all_others_fail_too_is_tried_for_ever() {
    add("a", "T1");
    for (int i = 0; i < 1000; i++) {
      fail(1);
    }
    assertThat(backlog.start(LATER, ALL).get(0).message().refusal()).isNull();
  }

  @Test
  void what_is_done_is_acknowledged_up_to_the_first_that_is_not() {
    add("a", "T1");
    add("b", "T2");
    add("c", "T3");
    List<Entry> all = backlog.start(NOW, ALL);
    all.get(1).done();
    assertThat(backlog.acknowledge()).isEqualTo(-1);
    all.get(0).done();
    assertThat(backlog.acknowledge()).isEqualTo(9);
    assertThat(backlog.isEmpty()).isFalse();
    all.get(2).done();
    assertThat(backlog.acknowledge()).isEqualTo(10);
    assertThat(backlog.isEmpty()).isTrue();
  }

  @Test
  void it_is_full_by_number() {
    for (int i = 0; i < 500; i++) {
      assertThat(backlog.isFull()).isFalse();
      add("a" + i, "T" + i);
    }
    assertThat(backlog.isFull()).isTrue();
  }

  @Test
  void it_is_full_by_size_until_the_large_ones_are_acknowledged() {
    add("a", "T1", 5 * 1024 * 1024);
    assertThat(backlog.isFull()).isTrue();
    backlog.start(NOW, ALL).get(0).done();
    backlog.acknowledge();
    assertThat(backlog.isFull()).isFalse();
  }

  private void fail(long settled) {
    backlog.start(LATER, ALL).get(0).failed(NOW, settled);
  }

  private void add(String key, String number) {
    add(key, number, 1);
  }

  private void add(String key, String number, int size) {
    byte[] bytes = key == null ? null : key.getBytes(UTF_8);
    Notice notice = Notice.paid(number, "42", 1000, "CNY", Instant.EPOCH);
    Submission submission =
        new Submission(
            "shop", "ali", "alipay", Source.MESSAGE, notice, Evidence.NONE, Instant.EPOCH);
    ConsumerRecord<byte[], byte[]> record =
        new ConsumerRecord<>("results", 0, offset++, bytes, new byte[size]);
    backlog.add(new Message(record, submission, null), NOW);
  }

  private static List<Long> offsets(List<Entry> entries) {
    return entries.stream().map(entry -> entry.message().record().offset()).toList();
  }
}
