package io.oncepaid.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.oncepaid.gateway.Gateway;
import io.oncepaid.gateway.GatewayType;
import io.oncepaid.gateway.Notice;
import io.oncepaid.gateway.RawCallback;
import io.oncepaid.gateway.Reading;
import io.oncepaid.gateway.TestAccount;
import io.oncepaid.gateway.TestAccount.TestAlipay;
import io.oncepaid.gateway.TestAccount.TestWechatpay;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.adyen.AdyenType;
import io.oncepaid.gateway.alipay.AlipayType;
import io.oncepaid.gateway.hmac.HmacType;
import io.oncepaid.gateway.paypal.PaypalType;
import io.oncepaid.gateway.standardwebhooks.StandardWebhooksType;
import io.oncepaid.gateway.stripe.StripeType;
import io.oncepaid.gateway.unionpay.UnionpayType;
import io.oncepaid.gateway.wechatpay.WechatpayType;
import io.oncepaid.gateway.wechatpayv2.WechatpayV2Type;
import java.io.IOException;
import java.nio.charset.Charset;
import java.security.KeyPair;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the pretend gateways send is what the adapters read. */
class SendersAreUnderstoodTest {
  private static final Instant NOW = Instant.parse("2026-03-09T16:30:00Z");
  private static final Trade TRADE = new Trade("T1", "4200000001", 8_880, "CNY", "订单 &=", NOW);
  private static final Refund PART = new Refund("R1", 100, 100, NOW);
  private static final Refund REST = new Refund("R2", 8_780, 8_880, NOW);
  private static final String API_V3_KEY = "0123456789abcdef0123456789abcdef";
  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  private static final String HEX_KEY =
      "3f9a61c07d5e28b4e1f06a93d7c84b52190e8d3a6f7b5c24a0e91d38f6475bc2";
  private static final KeyPair KEYS = RsaKeys.generate();

  private static String certificate(String holder) {
    return SelfSigned.certificate(holder, KEYS, NOW);
  }

  /** A pretend gateway beside the adapter that must understand it. */
  private enum Pair {
    ALIPAY_UTF8("UTF-8"),
    ALIPAY_GBK("GBK"),
    WECHATPAY(null),
    WECHATPAY_V2(
        new WechatpayV2Sender("v2", "19", "wx1", API_V3_KEY),
        new WechatpayV2Type(),
        WechatpayV2Sender.settings("19", "wx1", API_V3_KEY)),
    SQUARE(
        new SquareSender("sq", "https://a.test/sq", API_V3_KEY),
        new HmacType(),
        SquareSender.settings("https://a.test/sq", API_V3_KEY)),
    STANDARD_WEBHOOKS(
        new StandardWebhooksSender("sw", SECRET, Clock.fixed(NOW, ZoneOffset.UTC)),
        new StandardWebhooksType(),
        StandardWebhooksSender.settings(SECRET)),
    STRIPE(
        new StripeSender("st", SECRET, Clock.fixed(NOW, ZoneOffset.UTC)),
        new StripeType(),
        StripeSender.settings(SECRET)),
    ADYEN(
        new AdyenSender("ad", "DemoCOM", HEX_KEY),
        new AdyenType(),
        AdyenSender.settings("DemoCOM", HEX_KEY)),
    UNIONPAY(
        new UnionpaySender("up", "19", KEYS.getPrivate(), certificate(UnionpaySender.HOLDER)),
        new UnionpayType(),
        UnionpaySender.settings("19", certificate(UnionpaySender.HOLDER))),
    PAYPAL(
        new PaypalSender(
            "pp", "W1", KEYS.getPrivate(), new Random(7), Clock.fixed(NOW, ZoneOffset.UTC)),
        new PaypalType(address -> CompletableFuture.failedFuture(new IOException("offline"))),
        PaypalSender.settings("W1", certificate(PaypalSender.HOLDER)));

    private final Sender sender;
    private final Gateway adapter;

    Pair(Sender sender, GatewayType type, Map<String, String> settings) {
      this.sender = sender;
      this.adapter = type.open(TestAccount.PROPERTY, TestAccount.configured(type.name(), settings));
    }

    Pair(String charset) {
      KeyPair keys = RsaKeys.generate();
      String publicKey = RsaKeys.onOneLine(keys.getPublic());
      if (charset != null) {
        sender =
            new AlipaySender("a", "app", "seller", keys.getPrivate(), Charset.forName(charset));
        adapter =
            new AlipayType()
                .open(
                    TestAccount.PROPERTY,
                    TestAccount.of(TestAlipay.of("app", "seller", publicKey)));
      } else {
        sender =
            new WechatpaySender(
                new WechatpaySender.Contract("w", "19", "wx1", "PUB_KEY_ID_1", API_V3_KEY),
                keys.getPrivate(),
                new Random(7),
                Clock.fixed(NOW, ZoneOffset.UTC));
        adapter =
            new WechatpayType()
                .open(
                    TestAccount.PROPERTY,
                    TestAccount.of(
                        TestWechatpay.of("19", API_V3_KEY, Map.of("PUB_KEY_ID_1", publicKey))
                            .withApps("wx1")));
      }
    }

    private Reading read(Callback callback) throws UnusableCallback {
      Map<String, List<String>> headers = new HashMap<>();
      callback
          .headers()
          .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), List.of(value)));
      return adapter.read(new RawCallback(headers, callback.body(), NOW));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_payment(Pair pair) throws UnusableCallback {
    Notice paid = Notice.paid("T1", "4200000001", 8_880, "CNY", NOW);

    assertThat(pair.read(pair.sender.paid(TRADE, 0)).notices()).containsExactly(paid);
    assertThat(pair.read(pair.sender.paid(TRADE, 3)).notices()).containsExactly(paid);
  }

  @ParameterizedTest
  @EnumSource
  void forgeries_are_forged(Pair pair) {
    for (Callback forgery : pair.sender.forgeries(TRADE, RsaKeys.generate().getPrivate())) {
      assertThatThrownBy(() -> pair.read(forgery))
          .isInstanceOfSatisfying(
              UnusableCallback.class,
              refused -> assertThat(refused.reason()).isEqualTo(UnusableCallback.Reason.FORGED));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ALIPAY_UTF8", "ALIPAY_GBK"})
  void alipay_tells_the_running_total_and_of_closing(Pair pair) throws UnusableCallback {
    assertThat(pair.read(pair.sender.refunded(TRADE, PART, 0)).notices())
        .extracting(Notice::kind, Notice::refundedTotal)
        .containsExactly(tuple(Notice.Kind.PAID, null), tuple(Notice.Kind.REFUNDED, 100L));
    assertThat(pair.read(pair.sender.refunded(TRADE, REST, 0)).notices())
        .extracting(Notice::kind, Notice::refundedTotal)
        .containsExactly(tuple(Notice.Kind.PAID, null), tuple(Notice.Kind.REFUNDED, 8_880L));
    assertThat(pair.read(pair.sender.closed(TRADE, 0)).notices())
        .extracting(Notice::kind)
        .containsExactly(Notice.Kind.CLOSED);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"ALIPAY_UTF8", "ALIPAY_GBK", "WECHATPAY"},
      mode = EnumSource.Mode.EXCLUDE)
  void each_refund_is_told_by_itself(Pair pair) throws UnusableCallback {
    assertThat(pair.read(pair.sender.refunded(TRADE, PART, 0)).notices())
        .singleElement()
        .satisfies(
            refund -> {
              assertThat(refund.kind()).isEqualTo(Notice.Kind.REFUNDED);
              assertThat(refund.amount()).isEqualTo(100);
              assertThat(refund.transactionId()).isEqualTo(TRADE.transactionId());
              assertThat(refund.gatewayRefundId()).isEqualTo(pair.sender.refundId(PART));
            });
  }

  @ParameterizedTest
  @EnumSource(names = {"SQUARE", "STANDARD_WEBHOOKS", "STRIPE", "ADYEN"})
  void they_tell_of_closing(Pair pair) throws UnusableCallback {
    assertThat(pair.read(pair.sender.closed(TRADE, 0)).notices())
        .extracting(Notice::kind, Notice::outTradeNo)
        .containsExactly(tuple(Notice.Kind.CLOSED, "T1"));
  }

  @Test
  void wechat_pay_tells_of_each_refund_by_itself() throws UnusableCallback {
    assertThat(Pair.WECHATPAY.read(Pair.WECHATPAY.sender.refunded(TRADE, PART, 0)).notices())
        .extracting(Notice::kind, Notice::outRefundNo, Notice::amount)
        .containsExactly(tuple(Notice.Kind.REFUNDED, "R1", 100L));
  }

  @ParameterizedTest
  @EnumSource(names = {"SQUARE", "STRIPE", "ADYEN", "PAYPAL"})
  void a_failed_refund_names_the_refund_that_it_was(Pair pair) throws UnusableCallback {
    Notice refund = pair.read(pair.sender.refunded(TRADE, PART, 0)).notices().get(0);

    assertThat(pair.read(pair.sender.refundFailed(TRADE, PART, 0)).notices())
        .extracting(Notice::kind, Notice::transactionId, Notice::movementNo, Notice::amount)
        .containsExactly(
            tuple(
                Notice.Kind.REFUND_FAILED,
                TRADE.transactionId(),
                refund.movementNo(),
                refund.amount()));
  }

  @ParameterizedTest
  @EnumSource(names = {"STRIPE", "ADYEN"})
  void a_chargeback_and_its_reversal(Pair pair) throws UnusableCallback {
    assertThat(pair.read(pair.sender.chargeback(TRADE, false, 0)).notices())
        .extracting(Notice::kind, Notice::amount)
        .containsExactly(tuple(Notice.Kind.CHARGEBACK, TRADE.amount()));
    assertThat(pair.read(pair.sender.chargeback(TRADE, true, 0)).notices())
        .extracting(Notice::kind, Notice::amount)
        .containsExactly(tuple(Notice.Kind.CHARGEBACK_REVERSED, TRADE.amount()));
  }
}
