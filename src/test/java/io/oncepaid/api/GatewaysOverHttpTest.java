package io.oncepaid.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.simulate.PaypalSender;
import io.oncepaid.simulate.Refund;
import io.oncepaid.simulate.StripeSender;
import io.oncepaid.simulate.Trade;
import io.oncepaid.testing.TestPostgres;
import io.oncepaid.testing.TestShop;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** What single gateways do that the others do not, from the request to the tables. */
@QuarkusTest
@QuarkusTestResource(TestPostgres.class)
class GatewaysOverHttpTest extends CallbackTest {

  /** It names its payment by payment_intent alone, which nobody knows before the payment. */
  @Test
  void stripes_refund_before_its_payment_waits_as_a_case_and_is_booked_once_it_is_paid() {
    StripeSender stripe = TestShop.stripe(Clock.systemUTC());
    Trade trade = trade(registered());
    String number = trade.outTradeNo();
    Refund refund = new Refund("R" + number, 80, 80, trade.at());

    Response early = send(stripe.refunded(trade, refund, 0));
    assertThat(early.statusCode()).isEqualTo(404);
    assertThat(waiting(trade)).containsExactly("UNKNOWN_PAYMENT OPEN");
    assertThat(books.flows(MERCHANT, number)).isEmpty();

    assertThat(send(stripe.paid(trade, 0)).statusCode()).isEqualTo(200);
    registered(); // Each registration sweeps, and so does each minute.
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(books.flows(MERCHANT, number)).containsExactly("PAY 8880", "REFUND 80"));
    assertThat(send(stripe.refunded(trade, refund, 1)).statusCode()).isEqualTo(200);
    assertThat(books.flows(MERCHANT, number)).containsExactly("PAY 8880", "REFUND 80");
    assertThat(books.refunded(MERCHANT, number)).isEqualTo(80);
    assertThat(waiting(trade)).containsExactly("UNKNOWN_PAYMENT CLOSED");
  }

  private List<String> waiting(Trade trade) {
    return books.list(
        "SELECT kind || ' ' || status FROM payment_case WHERE transaction_id = ?",
        trade.transactionId());
  }

  @Test
  void paypals_certificate_that_cannot_be_fetched_is_503_and_changes_nothing() throws Exception {
    PaypalSender paypal = TestShop.paypal(Clock.systemUTC());
    Trade trade = trade(registered());
    ProxySelector direct = ProxySelector.getDefault();
    ProxySelector.setDefault(new NoWayToPaypal(direct, freePort()));
    try {
      Response answer = send(paypal.paid(trade, 0));

      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
      assertThat(answer.asString()).isEqualTo("UNAVAILABLE");
    } finally {
      ProxySelector.setDefault(direct);
    }
    String number = trade.outTradeNo();
    assertThat(books.status(MERCHANT, number)).isEqualTo("PENDING");
    for (String rows :
        List.of(
            "payment_flow WHERE out_trade_no = ?",
            "payment_case WHERE out_trade_no = ?",
            "payment_history WHERE what <> 'REGISTERED' AND out_trade_no = ?",
            "outbox_event WHERE out_trade_no = ?",
            "idempotency_record WHERE position(? IN key) > 0")) {
      assertThat(count("SELECT count(*) FROM " + rows, number)).as(rows).isZero();
    }
  }

  /** Leads to PayPal through a proxy that is not there, and anywhere else as before. */
  private static final class NoWayToPaypal extends ProxySelector {
    private final ProxySelector others;
    private final Proxy nowhere;

    NoWayToPaypal(ProxySelector others, int port) {
      this.others = others;
      this.nowhere = new Proxy(Proxy.Type.HTTP, new InetSocketAddress("127.0.0.1", port));
    }

    @Override
    public List<Proxy> select(URI address) {
      return "api.paypal.com".equals(address.getHost()) ? List.of(nowhere) : others.select(address);
    }

    @Override
    public void connectFailed(URI address, SocketAddress proxy, IOException failure) {
      // As it should.
    }
  }

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
