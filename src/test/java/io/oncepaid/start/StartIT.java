package io.oncepaid.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.testing.PackagedService;
import io.oncepaid.testing.PackagedService.Ended;
import io.oncepaid.testing.TestPostgres;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the packaged service says when it cannot start, besides what it notes on the way. */
class StartIT {
  private static List<String> refusal(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>();
    all.put("quarkus.datasource.jdbc.url", TestPostgres.newDatabase());
    all.putAll(settings);
    Ended ended = PackagedService.run(all);
    assertThat(ended.code()).isEqualTo(1);
    return ended.lines().stream().filter(line -> !line.contains(" INFO  [")).toList();
  }

  @Test
  void mistakes_in_the_settings_are_one_line_each() {
    List<String> lines =
        refusal(
            Map.of(
                "oncepaid.operator.api-key", "changeme",
                "oncepaid.accounts.ali.merchant", "nobody",
                "oncepaid.accounts.ali.gateway", "alipai"));
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).startsWith("oncepaid.operator.api-key: ");
    assertThat(lines.get(1)).startsWith("oncepaid.accounts.ali.merchant: ");
    assertThat(lines.get(2)).startsWith("oncepaid.accounts.ali.gateway: ");
  }

  @Test
  void a_setting_that_is_missing_is_one_line() {
    assertThat(refusal(Map.of("oncepaid.accounts.ali.gateway", "alipay")))
        .singleElement()
        .asString()
        .contains("oncepaid.accounts.ali.merchant");
  }

  @Test
  void a_setting_that_does_not_exist_is_one_line() {
    assertThat(refusal(Map.of("oncepaid.merchants.shop.api-kye", "q2Tn8Hs5Vd1Gk7Rw4Bz9Xm3Fp6")))
        .singleElement()
        .asString()
        .contains("oncepaid.merchants.shop.api-kye");
  }

  @Test
  void a_database_that_does_not_exist_ends_the_start_at_once() {
    assertThat(
            refusal(
                Map.of(
                    "quarkus.datasource.jdbc.url",
                    TestPostgres.newDatabase().replaceAll("/test_\\w+", "/no_such_database"))))
        .singleElement()
        .asString()
        .startsWith("quarkus.datasource.jdbc.url: ")
        .contains("no_such_database");
  }

  /** Nobody listens on port 1; names that end in .invalid lead nowhere. */
  @Test
  void a_database_that_cannot_be_reached_ends_the_start_after_a_while() {
    Map<String, String> reasons =
        Map.of("127.0.0.1:1", "Connection to 127.0.0.1:1 refused", "db.invalid", "db.invalid");
    reasons.forEach(
        (host, reason) -> {
          List<String> lines =
              refusal(
                  Map.of(
                      "quarkus.datasource.jdbc.url",
                      "jdbc:postgresql://" + host + "/oncepaid",
                      "oncepaid.database.start-wait",
                      "2s"));
          assertThat(lines).hasSize(2);
          assertThat(lines.get(0)).contains("Waiting up to 2 s for the database: ", reason);
          assertThat(lines.get(1))
              .startsWith("quarkus.datasource.jdbc.url: no connection to the database (")
              .contains(reason, "; start it, or mend the URL");
        });
  }

  @Test
  void a_key_that_is_none_is_one_line_without_the_key() {
    List<String> lines =
        refusal(
            Map.of(
                "oncepaid.merchants.shop.api-key", "q2Tn8Hs5Vd1Gk7Rw4Bz9Xm3Fp6",
                "oncepaid.accounts.ali.merchant", "shop",
                "oncepaid.accounts.ali.gateway", "alipay",
                "oncepaid.accounts.ali.alipay.app-id", "2021000000000001",
                "oncepaid.accounts.ali.alipay.public-keys",
                    "-----BEGIN PUBLIC KEY-----MIIBIjANBgkqhkiG9w0BAQ-----END PUBLIC KEY-----"));
    assertThat(lines)
        .singleElement()
        .asString()
        .contains("oncepaid.accounts.ali.alipay.public-keys")
        .doesNotContain("MIIBIjANBgkqhkiG9w0BAQ");
  }
}
