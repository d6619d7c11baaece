package io.oncepaid.reconciliation;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What reconciliation reads of the service's own settings. */
@ConfigMapping(prefix = "oncepaid")
public interface SharedConfig {
  Map<String, Account> accounts();

  /** Where the service's embedded database writes its JDBC URL. */
  @WithDefault(".oncepaid")
  String dataDir();

  Operator operator();

  /** {@code oncepaid.operator}. */
  interface Operator {
    /** Bearer key for POST /settlements. */
    Optional<String> apiKey();
  }

  /** {@code oncepaid.accounts.<account>}. */
  interface Account {
    String merchant();

    String gateway();

    Optional<Alipay> alipay();

    Optional<Wechatpay> wechatpay();

    Optional<WechatpayV2> wechatpayV2();

    Optional<Stripe> stripe();

    Optional<Unionpay> unionpay();

    Optional<Adyen> adyen();
  }

  /** {@code oncepaid.accounts.<account>.alipay}. */
  interface Alipay {
    Optional<String> appId();

    Optional<String> sellerId();

    Optional<String> privateKey();
  }

  /** {@code oncepaid.accounts.<account>.wechatpay}. */
  interface Wechatpay {
    Optional<String> mchId();

    Optional<List<String>> subMchIds();

    Optional<String> privateKey();

    Optional<String> serial();
  }

  /** {@code oncepaid.accounts.<account>.wechatpay-v2}. */
  interface WechatpayV2 {
    Optional<String> mchId();
  }

  /** {@code oncepaid.accounts.<account>.stripe}. */
  interface Stripe {
    Optional<String> apiKey();
  }

  /** {@code oncepaid.accounts.<account>.unionpay}. */
  interface Unionpay {
    Optional<String> merId();
  }

  /** {@code oncepaid.accounts.<account>.adyen}. */
  interface Adyen {
    Optional<List<String>> merchantAccounts();
  }
}
