package io.oncepaid.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.gateway.Notice;
import io.oncepaid.pipeline.Evidence;
import io.oncepaid.pipeline.Source;
import io.oncepaid.pipeline.Submission;
import io.oncepaid.pipeline.Verdict;
import io.oncepaid.query.StandIn.Fault;
import io.oncepaid.query.StandIn.State;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How an expired payment is closed, and what stands in its way. */
@QuarkusTest
class ExpiryTest extends QueryTest {

  @Test
  void an_expired_payment_is_closed_at_the_gateways_first_and_then_here() {
    StandIn alipay = account("ali", new AlipayStandIn());
    StandIn wechat = account("wx", new WechatpayStandIn());
    StandIn stripe = account("str", new StripeStandIn());
    String number = payment("2 hours");
    List<StandIn> all = List.of(alipay, wechat, stripe);
    all.forEach(gateway -> gateway.order(number, State.OPEN, AMOUNT));
    ActiveQuery query = instance();

    until(query, () -> status(number).equals("CLOSED"));

    for (StandIn gateway : all) {
      assertThat(gateway.orders.get(number).state()).isEqualTo(State.CLOSED);
      assertThat(gateway.requests)
          .containsSubsequence("query " + number, "close " + number, "query " + number);
    }
    assertThat(books.events(merchant, number)).containsExactly("payment.closed");
    assertThat(
            books.list(
                "SELECT what || ' ' || source FROM payment_history WHERE out_trade_no = ?", number))
        .containsExactly("CLOSED QUERY");
  }

  @Test
  void what_no_gateway_knows_is_closed_after_the_grace_only() {
    StandIn alipay = account("ali", new AlipayStandIn());
    String number = payment("9 min");
    ActiveQuery query = instance();

    until(query, () -> alipay.count("query " + number) > 1);
    assertThat(status(number)).isEqualTo("PENDING");

    books.run(
        "UPDATE payment SET expires_at = now() - interval '11 min' WHERE out_trade_no = ?", number);
    until(query, () -> status(number).equals("CLOSED"));
    assertThat(alipay.count("close " + number)).isZero();
  }

  @Test
  void stripe_may_not_know_yet_what_was_made_within_the_hour() {
    StandIn stripe = account("str", new StripeStandIn());
    String number = payment("30 min");
    ActiveQuery query = instance();

    until(query, () -> stripe.count("query " + number) > 2);
    assertThat(status(number)).isEqualTo("PENDING");

    books.run(
        "UPDATE payment SET expires_at = now() - interval '61 min' WHERE out_trade_no = ?", number);
    until(query, () -> status(number).equals("CLOSED"));
  }

  @Test
  void one_account_that_does_not_answer_stands_in_the_way() {
    StandIn alipay = account("ali", new AlipayStandIn());
    StandIn wechat = account("wx", new WechatpayStandIn());
    String number = payment("1 hour");
    alipay.order(number, State.CLOSED, AMOUNT);
    wechat.fault = Fault.SERVER_ERROR;
    ActiveQuery query = instance();

    until(query, () -> alipay.count("query " + number) > 1 && answers("wx", "failed") > 0);
    assertThat(status(number)).isEqualTo("PENDING");

    wechat.fault = Fault.NONE;
    until(query, () -> status(number).equals("CLOSED"));
  }

  @Test
  void an_account_that_cannot_be_asked_stands_in_the_way_unless_the_payer_cannot_pay_there() {
    StandIn alipay = account("ali", new AlipayStandIn());
    account("mute", new WechatpayStandIn());
    without("mute", "wechatpay.private-key");
    String anywhere = payment("1 hour");
    String here = payment("1 hour", "ali");
    ActiveQuery query = instance();

    until(query, () -> status(here).equals("CLOSED"));
    until(query, () -> alipay.count("query " + anywhere) > 1);

    assertThat(status(anywhere)).isEqualTo("PENDING");
  }

  @Test
  void a_gateway_that_does_not_close_keeps_the_payment_open_here() {
    StandIn wechat = account("wx", new WechatpayStandIn());
    String number = payment("1 hour");
    wechat.order(number, State.OPEN, AMOUNT);
    wechat.beforeAnswer = () -> wechat.order(number, State.OPEN, AMOUNT);
    ActiveQuery query = instance();

    until(query, () -> wechat.count("close " + number) > 1);
    assertThat(status(number)).isEqualTo("PENDING");

    wechat.beforeAnswer = () -> wechat.order(number, State.PAID, AMOUNT);
    until(query, () -> status(number).equals("PAID"));
  }

  @Test
  void who_pays_after_the_closing_is_a_late_payment_and_who_is_about_to_is_stopped() {
    StandIn alipay = account("ali", new AlipayStandIn());
    String late = payment("1 hour");
    String about = payment("1 hour");
    ActiveQuery query = instance();
    until(query, () -> status(late).equals("CLOSED") && status(about).equals("CLOSED"));

    alipay.order(late, State.PAID, AMOUNT);
    alipay.order(about, State.OPEN, AMOUNT);
    until(query, () -> books.cases(merchant, late).contains("LATE_PAYMENT OPEN"));
    until(query, () -> alipay.orders.get(about).state() == State.CLOSED);

    assertThat(status(late)).isEqualTo("CLOSED");
    until(
        query,
        () -> books.number("SELECT count(*) FROM payment_query WHERE merchant = ?", merchant) == 0);
    assertThat(books.cases(merchant, late)).containsExactly("LATE_PAYMENT OPEN");
    assertThat(books.cases(merchant, about)).isEmpty();
  }

  @Test
  void all_gateways_have_closed_it_so_it_is_closed_though_it_does_not_expire() {
    StandIn alipay = account("ali", new AlipayStandIn());
    StandIn wechat = account("wx", new WechatpayStandIn());
    String both = payment();
    String one = payment();
    List.of(alipay, wechat).forEach(gateway -> gateway.order(both, State.CLOSED, AMOUNT));
    alipay.order(one, State.CLOSED, AMOUNT);
    ActiveQuery query = instance();

    until(query, () -> status(both).equals("CLOSED"));
    until(query, () -> "CLOSED".equals(answer(one, "ali")) && answer(one, "wx") != null);

    assertThat(status(one)).isEqualTo("PENDING");
  }

  @Test
  void a_payment_that_is_paid_while_it_is_being_closed_is_paid_or_a_late_payment_never_lost()
      throws Exception {
    account("ali", new AlipayStandIn());
    List<String> numbers = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      numbers.add(payment("1 hour"));
    }
    ActiveQuery query = instance();
    query.round();

    for (String number : numbers) {
      Notice notice = Notice.paid(number, "tx-" + number, AMOUNT, "CNY", clock.instant());
      Verdict verdict =
          queue
              .submit(
                  new Submission(
                      merchant,
                      "ali",
                      "alipay",
                      Source.CALLBACK,
                      notice,
                      Evidence.NONE,
                      clock.instant()))
              .toCompletableFuture()
              .get(20, TimeUnit.SECONDS)
              .verdict();
      if (status(number).equals("PAID")) {
        assertThat(verdict).isEqualTo(Verdict.APPLIED);
        assertThat(books.flows(merchant, number)).containsExactly("PAY " + AMOUNT);
        assertThat(books.cases(merchant, number)).isEmpty();
      } else {
        assertThat(status(number)).isEqualTo("CLOSED");
        assertThat(verdict).isEqualTo(Verdict.ILLEGAL_TRANSITION);
        assertThat(books.cases(merchant, number)).containsExactly("LATE_PAYMENT OPEN");
      }
    }
  }
}
