package io.oncepaid.query;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.query.StandIn.State;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a payment comes to whose callback never came. */
@QuarkusTest
class ActiveQueryTest extends QueryTest {

  @Test
  void a_payment_that_no_callback_told_of_is_found_paid_at_each_gateway() {
    StandIn alipay = account("ali", new AlipayStandIn());
    StandIn wechat = account("wx", new WechatpayStandIn());
    StandIn stripe = account("str", new StripeStandIn());
    List<String> numbers =
        List.of(paid(alipay, payment()), paid(wechat, payment()), paid(stripe, payment()));
    ActiveQuery query = instance();

    until(query, () -> numbers.stream().map(this::status).allMatch("PAID"::equals));

    for (String number : numbers) {
      assertThat(books.flows(merchant, number)).containsExactly("PAY " + AMOUNT);
      assertThat(books.events(merchant, number)).containsExactly("payment.paid");
      assertThat(
              books.list(
                  "SELECT what || ' ' || source || ' ' || (evidence IS NOT NULL)"
                      + " FROM payment_history WHERE out_trade_no = ?",
                  number))
          .containsExactly("PAID QUERY true");
    }
  }

  @Test
  void what_was_refunded_before_anybody_asked_is_booked_too() {
    StandIn alipay = account("ali", new AlipayStandIn());
    StandIn stripe = account("str", new StripeStandIn());
    String one = payment();
    String two = payment();
    alipay.order(one, State.REFUNDED, AMOUNT);
    stripe.order(two, State.REFUNDED, AMOUNT);
    ActiveQuery query = instance();

    until(query, () -> Stream.of(one, two).map(this::status).allMatch("REFUNDED"::equals));

    for (String number : List.of(one, two)) {
      assertThat(books.flows(merchant, number))
          .containsExactly("PAY " + AMOUNT, "REFUND " + AMOUNT);
    }
  }

  @Test
  void at_wechat_pay_refunded_means_paid() {
    StandIn wechat = account("wx", new WechatpayStandIn());
    String number = payment();
    wechat.order(number, State.REFUNDED, AMOUNT);

    until(instance(), () -> status(number).equals("PAID"));

    assertThat(books.flows(merchant, number)).containsExactly("PAY " + AMOUNT);
  }

  @Test
  void a_payment_is_asked_for_at_each_of_its_accounts_and_nowhere_else() {
    StandIn alipay = account("ali", new AlipayStandIn());
    StandIn wechat = account("wx", new WechatpayStandIn());
    StandIn stripe = account("str", new StripeStandIn());
    String everywhere = payment();
    String some = payment(null, "ali", "wx");
    ActiveQuery query = instance();

    until(
        query,
        () ->
            alipay.count("query " + some) > 0
                && wechat.count("query " + some) > 0
                && Stream.of(alipay, wechat, stripe)
                    .allMatch(gateway -> gateway.count("query " + everywhere) > 0));

    assertThat(stripe.count("query " + some)).isZero();
  }

  @Test
  void a_young_payment_is_left_alone_until_it_is_of_age() {
    StandIn alipay = account("ali", new AlipayStandIn());
    setting("ali", "query.age", "2h");
    String young = payment();
    String old = paid(alipay, payment());
    books.run("UPDATE payment SET created_at = now() - interval '3h' WHERE out_trade_no = ?", old);
    ActiveQuery query = instance();

    until(query, () -> status(old).equals("PAID"));
    assertThat(alipay.count("query " + young)).isZero();

    books.run(
        "UPDATE payment SET created_at = now() - interval '121 min' WHERE out_trade_no = ?", young);
    until(query, () -> alipay.count("query " + young) > 0);
  }

  @Test
  void the_walk_finds_each_of_many_payments_once_and_none_that_is_paid() {
    account("wx", new WechatpayStandIn());
    setting("wx", "query.rate", "1");
    books.run(
        "INSERT INTO payment (merchant, out_trade_no, amount, currency, created_at, status, account,"
            + " transaction_id, paid_at) SELECT ?, 'T' || i, 1, 'CNY',"
            + " now() - interval '1 day' + i / 700 * interval '1 min',"
            + " CASE WHEN i % 5 = 0 THEN 'PAID' ELSE 'PENDING' END, 'a', 'x' || i, now()"
            + " FROM generate_series(1, 3000) i",
        merchant);
    ActiveQuery one = instance();
    ActiveQuery two = instance();

    until(
        one,
        () -> {
          two.round();
          return books.number("SELECT count(*) FROM payment_query WHERE merchant = ?", merchant)
              == 2400;
        });
  }

  @Test
  void not_found_is_never_closed() {
    StandIn alipay = account("ali", new AlipayStandIn());
    StandIn wechat = account("wx", new WechatpayStandIn());
    String number = payment();
    ActiveQuery query = instance();

    until(query, () -> alipay.count("query " + number) > 2 && wechat.count("query " + number) > 2);

    assertThat(status(number)).isEqualTo("PENDING");
    assertThat(answer(number, "ali")).isIn(null, "NOT_FOUND");
    paid(wechat, number);
    until(query, () -> status(number).equals("PAID"));
  }

  @Test
  void closed_at_one_and_paid_at_another_is_paid() {
    StandIn alipay = account("ali", new AlipayStandIn());
    StandIn wechat = account("wx", new WechatpayStandIn());
    String number = payment("1 hour");
    alipay.order(number, State.CLOSED, AMOUNT);
    wechat.order(number, State.OPEN, AMOUNT);
    wechat.beforeAnswer = () -> wechat.order(number, State.PAID, AMOUNT);

    until(instance(), () -> status(number).equals("PAID"));

    assertThat(books.cases(merchant, number)).isEmpty();
  }

  @Test
  void another_amount_or_a_second_payment_is_a_case() {
    StandIn alipay = account("ali", new AlipayStandIn());
    StandIn wechat = account("wx", new WechatpayStandIn());
    String less = payment("1 hour");
    alipay.order(less, State.PAID, 1);
    ActiveQuery query = instance();

    until(query, () -> books.cases(merchant, less).contains("MISMATCH OPEN"));
    until(query, () -> alipay.count("query " + less) > 2 && wechat.count("query " + less) > 2);

    assertThat(status(less)).isEqualTo("PENDING");
    assertThat(books.cases(merchant, less)).containsExactly("MISMATCH OPEN");
  }

  @Test
  void without_keys_or_when_switched_off_nobody_is_asked() {
    account("ali", new AlipayStandIn());
    without("ali", "alipay.private-key");
    StandIn wechat = account("wx", new WechatpayStandIn());
    setting("wx", "query.enabled", "false");
    paid(wechat, payment());

    instance().round();

    assertThat(new QueryAccounts(config(), types, clock).asked()).isEmpty();
    assertThat(wechat.requests).isEmpty();
  }
}
