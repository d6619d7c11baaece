package io.oncepaid.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.oncepaid.pipeline.FaultPoint;
import io.oncepaid.simulate.Callback;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.Traffic;
import io.oncepaid.testing.Traffic.Answered;
import io.oncepaid.testing.Wire.Answer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Repeats, whenever they come, and a business that does not listen. */
@QuarkusTest
@TestProfile(CrashProfile.class)
class DuplicatesTest extends CrashTest {
  private static final int A_DAY = 86_400;

  @Test
  void FR13_a_duplicate_is_acknowledged_at_once_a_second_later_and_a_day_later() throws Exception {
    Trade trade = registered();
    Callback callback = alipay.paid(trade, 0);

    assertThat(send(callback).text()).isEqualTo("success");
    assertThat(send(callback).text()).isEqualTo("success");
    assertThat(send(alipay.paid(trade, 1)).text()).isEqualTo("success");
    assertThat(send(alipay.paid(trade, A_DAY)).text()).isEqualTo("success");

    assertPaidOnce(trade);
  }

  @Test
  void FR13_duplicates_of_one_in_progress_wait_for_it_and_are_acknowledged() throws Exception {
    Trade trade = registered();
    Gate gate = new Gate();
    faults.at(FaultPoint.AFTER_LAYER_4, gate::pass);
    Future<Answer> first = start(alipay.paid(trade, 0));
    gate.awaitStopped(1);

    List<Callback> repeats =
        IntStream.range(1, 6).mapToObj(attempt -> alipay.paid(trade, attempt)).toList();
    List<Future<Answer>> started = repeats.stream().map(this::start).toList();
    awaitWaiting(repeats.size());
    faults.none();
    gate.open();

    assertThat(first.get().whole()).isEqualTo("200 text/plain success");
    assertThat(all(started)).extracting(Answer::whole).containsOnly("200 text/plain success");
    assertPaidOnce(trade);
  }

  @Test
  void FR14_no_statement_is_sent_into_an_aborted_transaction() throws Exception {
    Trade trade = registered();
    Trade unreadable = registered().withTransaction("42\u00001");
    send(alipay.paid(trade, 0));
    books.forgetIdempotency(MERCHANT);
    send(alipay.paid(trade, 1));
    books.forgetIdempotency(MERCHANT);
    books.moveByHand(MERCHANT, trade.outTradeNo(), "PENDING");
    send(alipay.paid(trade, 2));

    assertThat(send(alipay.paid(unreadable, 0)).status()).isEqualTo(422);

    assertThat(postgres.log())
        .contains("0x00") // the log does hold what was refused
        .doesNotContain("current transaction is aborted", "duplicate key", "deadlock detected");
  }

  @Test
  void FR24_nobody_waits_for_the_business_whose_events_stay_in_the_outbox() throws Exception {
    List<Trade> trades = new ArrayList<>(registeredFor(0, 50));
    trades.addAll(registeredFor(1, 50));
    Map<String, Callback> callbacks =
        trades.stream().collect(Collectors.toMap(Trade::outTradeNo, t -> alipay.paid(t, 0)));

    try (Traffic traffic = new Traffic(this::port, 64, Duration.ZERO, callbacks)) {
      await().atMost(Duration.ofSeconds(30)).until(traffic::allAcknowledged);

      assertThat(traffic.answers()).extracting(Answered::status).containsOnly(200);
    }
    assertThat(
            books.number(
                "SELECT count(*) FROM outbox_event WHERE type = 'payment.paid'"
                    + " AND status = 'PENDING' AND out_trade_no = ANY (string_to_array(?, ','))",
                String.join(",", callbacks.keySet())))
        .isEqualTo(callbacks.size());
  }
}
