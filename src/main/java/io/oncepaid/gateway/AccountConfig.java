package io.oncepaid.gateway;

import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code oncepaid.accounts.<account>}: a merchant's contract with one gateway. A key is inline (PEM
 * or base64) or {@code file:PATH}; lists hold the old and the new one during rotation.
 */
public interface AccountConfig {
  /** The merchant that owns the account's payments. */
  String merchant();

  /** alipay, wechatpay … */
  String gateway();

  /** failure or accept: what a refusal tells the gateway; the default is the gateway's. */
  Optional<Refusals> refusals();

  Query query();

  Optional<Alipay> alipay();

  Optional<Wechatpay> wechatpay();

  Optional<Stripe> stripe();

  Optional<WechatpayV2Config> wechatpayV2();

  Optional<StandardWebhooksConfig> standardWebhooks();

  Optional<HmacConfig> hmac();

  Optional<AdyenConfig> adyen();

  Optional<UnionpayConfig> unionpay();

  Optional<PaypalConfig> paypal();

  /** What a refused callback's gateway is told once the case is committed. */
  enum Refusals {
    FAILURE,
    ACCEPT
  }

  /** {@code oncepaid.accounts.<account>.query.*}: asking for payments that no callback told of. */
  interface Query {
    /** False switches it off where the account has the keys for it. */
    @WithDefault("true")
    boolean enabled();

    /** As {@code oncepaid.query.age}, for this account. */
    Optional<Duration> age();

    /** As {@code oncepaid.query.rate}, for this account. */
    OptionalInt rate();
  }

  /** {@code oncepaid.accounts.<account>.alipay.*}. */
  interface Alipay {
    String appId();

    Optional<String> sellerId();

    /** Public-key mode: Alipay's public keys. */
    Optional<List<String>> publicKeys();

    /** Certificate mode: Alipay's public-key certificates. */
    Optional<List<String>> certificates();

    /** Certificate mode: the roots to which the certificates must chain. */
    Optional<List<String>> rootCertificates();

    /** RSA2 unless the account says otherwise; the message can only choose among these. */
    @WithDefault("RSA2")
    List<String> signTypes();

    /** The charset of a callback that names none. */
    @WithDefault("UTF-8")
    String defaultCharset();

    /** The app's own private key, which signs queries; without it nothing is asked for. */
    Optional<String> privateKey();

    /** Certificate mode: the app's own certificate, which queries name. */
    Optional<String> appCertificate();

    /** Where queries go. */
    @WithDefault("https://openapi.alipay.com/gateway.do")
    String gatewayUrl();
  }

  /** {@code oncepaid.accounts.<account>.wechatpay.*}, API v3. */
  interface Wechatpay {
    String mchId();

    /** Sub merchants of a partner or of combined orders. */
    Optional<List<String>> subMchIds();

    Optional<List<String>> appIds();

    /** The 32-byte APIv3 key. */
    String apiV3Key();

    /**
     * WeChat Pay public keys by id ({@code PUB_KEY_ID_…}). A platform certificate may stand here
     * too, under the serial by which messages name it, where that is not its own.
     */
    Map<String, String> publicKeys();

    /** Platform certificates, each known by its own serial. */
    Optional<List<String>> certificates();

    /** How far the timestamp may be from the receipt time, either way. */
    @WithDefault("300s")
    Duration tolerance();

    /** RSA, or SM2 for the national-cryptography variant. */
    @WithDefault("RSA")
    List<String> signatureTypes();

    /** The merchant's own private key, which signs queries; without it nothing is asked for. */
    Optional<String> privateKey();

    /** The serial of the merchant's own certificate, which queries name. */
    Optional<String> serial();

    /** True for a service provider: queries are for the one sub merchant of sub-mch-ids. */
    @WithDefault("false")
    boolean partner();

    /** Where queries go. */
    @WithDefault("https://api.mch.weixin.qq.com")
    String baseUrl();
  }

  /** {@code oncepaid.accounts.<account>.stripe.*}. */
  interface Stripe {
    /** Signing secrets of the endpoint ({@code whsec_…}); two while one is rolled. */
    List<String> secrets();

    /** How far the timestamp may be from the receipt time, either way. */
    @WithDefault("300s")
    Duration tolerance();

    /**
     * {@code acct_…}: the connected account whose events a platform's endpoint takes; without it
     * events of connected accounts are refused.
     */
    Optional<String> account();

    /**
     * Whether the account takes live or test events; others are ignored. An endpoint of one's own
     * gets only those of its secret; for a connected account the default is live.
     */
    Optional<Boolean> livemode();

    /** The key in {@code metadata} that holds the out_trade_no. */
    @WithDefault("out_trade_no")
    String orderKey();

    /** The key in a refund's {@code metadata} that holds the out_refund_no, if there is one. */
    @WithDefault("out_refund_no")
    String refundKey();

    /** A secret or restricted key, with which queries are made; without it nothing is asked for. */
    Optional<String> apiKey();

    /** Where queries go. */
    @WithDefault("https://api.stripe.com")
    String baseUrl();
  }
}
