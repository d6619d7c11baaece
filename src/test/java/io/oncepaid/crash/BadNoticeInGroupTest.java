package io.oncepaid.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.DistributionSummary;
import io.oncepaid.simulate.Callback;
import io.oncepaid.simulate.Refund;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.Wire.Answer;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** One bad notice in a group of 64 does not fail the other 63. */
@QuarkusTest
@TestProfile(CrashProfile.class)
class BadNoticeInGroupTest extends CrashTest {
  private static final int GROUP = 64;

  @Test
  void that_layer_3_refuses() throws Exception {
    Trade bad = registeredFor(0, 1).get(0);

    assertThat(answerAmong63(alipay.paid(bad.withAmount(AMOUNT + 1), 0)))
        .isEqualTo("422 text/plain failure");

    assertThat(books.status(MERCHANT, bad.outTradeNo())).isEqualTo("PENDING");
    assertThat(books.cases(MERCHANT, bad.outTradeNo())).containsExactly("MISMATCH OPEN");
  }

  @Test
  void that_layer_4_refuses() throws Exception {
    Trade first = registered();
    assertThat(send(alipay.paid(first, 0)).text()).isEqualTo("success");
    Trade bad = registeredFor(0, 1).get(0).withTransaction(first.transactionId());

    assertThat(answerAmong63(alipay.paid(bad, 0))).isEqualTo("422 text/plain failure");

    assertThat(books.status(MERCHANT, bad.outTradeNo())).isEqualTo("PENDING");
    assertThat(books.cases(MERCHANT, bad.outTradeNo())).containsExactly("TRANSACTION_REUSED OPEN");
    assertPaidOnce(first);
  }

  @Test
  void that_the_database_refuses() throws Exception {
    Trade bad = registeredFor(0, 1).get(0).withTransaction("42\u0000" + Instant.now());

    assertThat(answerAmong63(alipay.paid(bad, 0))).isEqualTo("422 text/plain failure");

    assertThat(books.status(MERCHANT, bad.outTradeNo())).isEqualTo("PENDING");
    assertThat(books.cases(MERCHANT, bad.outTradeNo())).containsExactly("UNREADABLE OPEN");
  }

  @Test
  void whose_key_the_database_refuses() throws Exception {
    Trade bad = registeredFor(0, 1).get(0);
    Refund refund = new Refund("R\u00001", 300, 300, Instant.now());

    assertThat(answerAmong63(wechat.refunded(bad, refund, 0)))
        .isEqualTo("422 application/json {\"code\":\"FAIL\",\"message\":\"UNREADABLE\"}");

    assertThat(books.status(MERCHANT, bad.outTradeNo())).isEqualTo("PENDING");
    assertThat(books.cases(MERCHANT, bad.outTradeNo())).containsExactly("UNREADABLE OPEN");
  }

  /** Sends it in the middle of 63 good ones that wait for the same writer. */
  private String answerAmong63(Callback bad) throws Exception {
    List<Trade> good = registeredFor(0, GROUP - 1);
    List<Callback> callbacks = new ArrayList<>(good.stream().map(t -> alipay.paid(t, 0)).toList());
    callbacks.add(GROUP / 2, bad);
    DistributionSummary groups = metrics.get("oncepaid.settlement.group.size").summary();
    long groupsBefore = groups.count();
    double noticesBefore = groups.totalAmount();

    Held held = hold(0);
    List<Future<Answer>> started = held.behind(callbacks);
    held.release();
    List<Answer> answers = new ArrayList<>(all(started));

    assertThat(groups.count() - groupsBefore).as("the held one, and one group").isEqualTo(2);
    assertThat(groups.totalAmount() - noticesBefore).isEqualTo(1 + GROUP);
    Answer badAnswer = answers.remove(GROUP / 2);
    assertThat(answers).extracting(Answer::whole).containsOnly("200 text/plain success");
    assertPaidOnce(good.get(0));
    assertThat(
            books.number(
                "SELECT count(*) FROM payment_flow WHERE out_trade_no = ANY (string_to_array(?, ','))",
                String.join(",", good.stream().map(Trade::outTradeNo).toList())))
        .isEqualTo(GROUP - 1);
    return badAnswer.whole();
  }
}
