package io.oncepaid.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccountsTest {
  @ParameterizedTest
  @CsvSource({
    "alipay, alipay.seller-id",
    "wechatpay, wechatpay.mch-id",
    "wechatpay-v2, wechatpay-v2.mch-id",
    "unionpay, unionpay.mer-id",
    "adyen, adyen.merchant-accounts",
  })
  void whose_bills_are_taken_follows_from_the_services_settings(String gateway, String setting) {
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .withConverter(Duration.class, 200, new DurationConverter())
            .withMapping(SharedConfig.class)
            .withMapping(ReconciliationConfig.class)
            .withDefaultValues(
                Map.of(
                    "oncepaid.accounts.a.merchant",
                    "shop",
                    "oncepaid.accounts.a.gateway",
                    gateway,
                    "oncepaid.accounts.a." + setting,
                    "4711"))
            .build();
    Accounts accounts =
        new Accounts(
            config.getConfigMapping(SharedConfig.class),
            config.getConfigMapping(ReconciliationConfig.class));

    assertThat(accounts.get("a").owners()).containsExactly("4711");
  }
}
