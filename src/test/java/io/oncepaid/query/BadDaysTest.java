package io.oncepaid.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.pipeline.FaultPoint;
import io.oncepaid.query.StandIn.Fault;
import io.oncepaid.query.StandIn.State;
import io.oncepaid.testing.Faults;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Gateways, neighbours and instances on their bad days. */
@QuarkusTest
class BadDaysTest extends QueryTest {
  @Inject Faults faults;

  @AfterEach
  void noFaults() {
    faults.none();
  }

  @ParameterizedTest
  @CsvSource({
    "ali, SERVER_ERROR, failed",
    "ali, HTML, malformed",
    "ali, UNSIGNED, forged",
    "ali, FORGED, forged",
    "ali, ANOTHER_ORDER, forged",
    "wx, SERVER_ERROR, failed",
    "wx, HTML, malformed",
    "wx, UNSIGNED, malformed",
    "wx, FORGED, forged",
    "wx, ANOTHER_ORDER, forged",
    "str, SERVER_ERROR, failed",
    "str, HTML, unreadable",
    "str, ANOTHER_ORDER, forged"
  })
  void a_broken_or_forged_answer_is_none(String account, Fault fault, String counted) {
    StandIn gateway =
        account(
            account,
            switch (account) {
              case "ali" -> new AlipayStandIn();
              case "wx" -> new WechatpayStandIn();
              default -> new StripeStandIn();
            });
    String number = payment("2 hours");
    gateway.order(number, State.PAID, AMOUNT);
    gateway.fault = fault;
    ActiveQuery query = instance();

    until(query, () -> answers(account, counted) > 0);
    assertThat(status(number)).isEqualTo("PENDING");
    assertThat(books.flows(merchant, number)).isEmpty();
    assertThat(answer(number, account)).isNull();

    gateway.fault = Fault.NONE;
    until(query, () -> status(number).equals("PAID"));
  }

  @ParameterizedTest
  @CsvSource({"HANGING, timeout", "TRUNCATED, "})
  void a_gateway_that_hangs_or_breaks_off_gave_no_answer(Fault fault, String counted) {
    StandIn alipay = account("ali", new AlipayStandIn());
    set("timeout", "300ms");
    String number = payment("1 hour");
    alipay.order(number, State.PAID, AMOUNT);
    alipay.fault = fault;
    ActiveQuery query = instance();

    until(
        query,
        () ->
            counted == null
                ? answers("ali", "failed") + answers("ali", "malformed") > 0
                : answers("ali", counted) > 0);

    assertThat(status(number)).isEqualTo("PENDING");
  }

  @Test
  void FR08_a_probe_of_wechat_pay_is_no_answer_and_no_alarm() {
    WechatpayStandIn wechat = account("wx", new WechatpayStandIn());
    String number = paid(wechat, payment());
    wechat.probes = true;
    ActiveQuery query = instance();

    until(query, () -> answers("wx", "probe") > 0);
    assertThat(status(number)).isEqualTo("PENDING");

    wechat.probes = false;
    until(query, () -> status(number).equals("PAID"));
  }

  @Test
  void a_dead_gateway_delays_no_other() {
    StandIn dead = account("ali", new AlipayStandIn());
    StandIn well = account("m-other", "wx", new WechatpayStandIn());
    dead.fault = Fault.HANGING;
    set("concurrency", "2");
    for (int i = 0; i < 20; i++) {
      payment();
    }
    String number = paymentOf("m-other", null);
    paid(well, number);
    ActiveQuery query = instance();

    until(query, () -> dead.requests.size() >= 2);
    until(query, () -> books.status("m-other", number).equals("PAID"));

    assertThat(answers("ali", "timeout")).isZero();
    assertThat(dead.requests).hasSize(2);
  }

  @Test
  void a_gateway_that_does_not_work_is_spared_for_a_while() {
    StandIn alipay = account("ali", new AlipayStandIn());
    alipay.fault = Fault.SERVER_ERROR;
    for (int i = 0; i < 20; i++) {
      payment();
    }
    ActiveQuery query = instance();

    until(query, () -> answers("ali", "spared") > 5);

    assertThat(alipay.requests).hasSizeLessThan(20);
  }

  @Test
  void two_instances_share_the_work_and_never_ask_the_same_at_once() throws Exception {
    StandIn alipay = account("ali", new AlipayStandIn());
    set("shortest-wait", "1h");
    set("longest-wait", "1h");
    AtomicInteger underWay = new AtomicInteger();
    CountDownLatch both = new CountDownLatch(8);
    alipay.beforeAnswer =
        () -> {
          underWay.incrementAndGet();
          both.countDown();
          try {
            both.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          underWay.decrementAndGet();
        };
    List<String> numbers = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      numbers.add(payment());
    }
    ActiveQuery one = instance();
    ActiveQuery two = instance();

    // Each may have four under way: eight at once are of both.
    until(
        one,
        () -> {
          two.round();
          return numbers.stream().allMatch(number -> "NOT_FOUND".equals(answer(number, "ali")));
        });

    assertThat(alipay.requests).hasSize(numbers.size()).doesNotHaveDuplicates();
  }

  @Test
  void the_rate_limit_holds_over_all_instances() {
    StandIn alipay = account("ali", new AlipayStandIn());
    setting("ali", "query.rate", "20");
    for (int i = 0; i < 30; i++) {
      payment();
    }
    ActiveQuery one = instance();
    ActiveQuery two = instance();
    long start = System.nanoTime();

    until(
        one,
        () -> {
          two.round();
          return alipay.requests.size() >= 30;
        });

    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(29 * 50_000_000L);
  }

  @Test
  void an_answer_that_could_not_be_booked_is_asked_for_again_and_booked_once() {
    StandIn alipay = account("ali", new AlipayStandIn());
    String number = payment("1 hour");
    paid(alipay, number);
    faults.at(
        FaultPoint.GROUP_TAKEN,
        () -> {
          throw new IllegalStateException("between answer and settlement");
        });
    ActiveQuery query = instance();

    until(query, () -> alipay.count("query " + number) > 1);
    assertThat(status(number)).isEqualTo("PENDING");

    faults.none();
    until(query, () -> status(number).equals("PAID"));
    assertThat(books.flows(merchant, number)).containsExactly("PAY " + AMOUNT);
  }

  @Test
  void what_a_dead_instance_had_claimed_is_not_closed_and_is_asked_for_after_its_lease()
      throws Exception {
    StandIn alipay = account("ali", new AlipayStandIn());
    StandIn wechat = account("wx", new WechatpayStandIn());
    String number = payment("1 hour");
    wechat.order(number, State.CLOSED, AMOUNT);
    ActiveQuery query = instance();
    books.run(
        "INSERT INTO payment_query (merchant, out_trade_no, account, next_at, leased, attempts,"
            + " answer, asked_at) VALUES (?, ?, 'ali', now() + interval '1 min', true, 1,"
            + " 'NOT_FOUND', now())",
        merchant,
        number);

    until(query, () -> wechat.count("query " + number) > 1);
    assertThat(status(number)).isEqualTo("PENDING");
    assertThat(alipay.requests).isEmpty();

    alipay.order(number, State.PAID, AMOUNT);
    books.run("UPDATE payment_query SET next_at = now() WHERE out_trade_no = ?", number);
    until(query, () -> status(number).equals("PAID"));
  }
}
