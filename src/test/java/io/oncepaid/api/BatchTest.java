package io.oncepaid.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.simulate.AdyenSender;
import io.oncepaid.simulate.Callback;
import io.oncepaid.simulate.Refund;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.TestPostgres;
import io.oncepaid.testing.TestShop;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/** Several items in one request: each has a verdict of its own, the request has one answer. */
@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class BatchTest extends CallbackTest {
  private static final int ROUNDS = Integer.getInteger("oncepaid.batch.rounds", 60);

  private final AdyenSender adyen = TestShop.adyen();

  @Test
  void each_item_of_a_mixed_batch_is_settled_or_kept_and_one_answer_is_given() throws Exception {
    Trade good = trade(registered());
    Trade known = trade(registered());
    Trade other = trade(registered());
    Trade unknown = trade(newNumber());
    Trade unreadable = new Trade(newNumber(), "43", 8880, "XXY", "", good.at());
    assertAccepted(send(adyen.paid(known, 0)));

    Callback batch =
        batch(
            List.of(
                adyen.paid(unknown, 0),
                adyen.paid(good, 0),
                adyen.paid(known, 0),
                adyen.paid(unreadable, 0),
                adyen.paid(other.withAmount(1), 0),
                adyen.refunded(known, new Refund("R1", 80, 80, known.at()), 0)));
    assertAccepted(send(batch));

    assertThat(flows(good)).containsExactly("PAY 8880");
    assertThat(books.events(MERCHANT, good.outTradeNo())).containsExactly("payment.paid");
    assertThat(flows(known)).containsExactly("PAY 8880", "REFUND 80");
    assertThat(books.events(MERCHANT, known.outTradeNo()))
        .containsExactly("payment.paid", "payment.refunded");
    assertThat(books.refunded(MERCHANT, known.outTradeNo())).isEqualTo(80);
    assertThat(flows(other)).isEmpty();
    assertThat(cases(other)).containsExactly("MISMATCH OPEN");
    assertThat(cases(unknown)).containsExactly("UNKNOWN_PAYMENT OPEN");
    assertThat(cases(unreadable)).containsExactly("UNREADABLE OPEN");
    assertThat(cases(good)).isEmpty();
    assertThat(cases(known)).isEmpty();

    assertAccepted(send(batch));
    assertThat(flows(good)).containsExactly("PAY 8880");
    assertThat(flows(known)).containsExactly("PAY 8880", "REFUND 80");
    assertThat(cases(other)).containsExactly("MISMATCH OPEN");
    assertThat(cases(unknown)).containsExactly("UNKNOWN_PAYMENT OPEN");
    assertThat(cases(unreadable)).containsExactly("UNREADABLE OPEN");
  }

  @Test
  void one_forged_item_takes_the_whole_batch_with_it() throws Exception {
    Trade good = trade(registered());
    Trade bad = trade(registered());
    Callback genuine = batch(List.of(adyen.paid(good, 0), adyen.paid(bad, 0)));
    String text = new String(genuine.body(), StandardCharsets.UTF_8);
    Callback forged =
        new Callback(
            genuine.account(),
            genuine.headers(),
            text.replaceFirst("(?s)(.*)\"value\":8880", "$1\"value\":8881")
                .getBytes(StandardCharsets.UTF_8));

    send(forged).then().statusCode(401);
    for (Trade untouched : List.of(good, bad)) {
      assertThat(books.status(MERCHANT, untouched.outTradeNo())).isEqualTo("PENDING");
      assertThat(cases(untouched)).isEmpty();
    }
  }

  @Test
  void FR15_two_batches_in_opposite_order_at_once_pay_both_once_and_never_fail() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Trade one = trade(registered());
      Trade two = trade(registered());
      ConcurrentLinkedQueue<Callback> batches =
          new ConcurrentLinkedQueue<>(
              List.of(
                  batch(List.of(adyen.paid(one, 0), adyen.paid(two, 0))),
                  batch(List.of(adyen.paid(two, 0), adyen.paid(one, 0)))));

      atOnce(2, () -> send(batches.remove())).forEach(BatchTest::assertAccepted);
      for (Trade paid : List.of(one, two)) {
        assertThat(books.status(MERCHANT, paid.outTradeNo())).isEqualTo("PAID");
        assertThat(flows(paid)).containsExactly("PAY 8880");
        assertThat(books.events(MERCHANT, paid.outTradeNo())).containsExactly("payment.paid");
        assertThat(cases(paid)).isEmpty();
      }
    }
  }

  private List<String> flows(Trade trade) {
    return books.flows(MERCHANT, trade.outTradeNo());
  }

  private List<String> cases(Trade trade) {
    return books.cases(MERCHANT, trade.outTradeNo());
  }

  private static void assertAccepted(Response answer) {
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.asString()).isEqualTo("[accepted]");
  }
}
