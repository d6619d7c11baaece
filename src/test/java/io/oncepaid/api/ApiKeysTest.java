package io.oncepaid.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oncepaid.OncepaidConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiKeysTest {
  private static final String SHOP = "oncepaid.merchants.shop.api-key";

  private static ApiKeys keys(Map<String, String> settings) {
    SmallRyeConfig config =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(OncepaidConfig.class)
            .withSources(new PropertiesConfigSource(settings, "test", 100))
            .build();
    return new ApiKeys(config.getConfigMapping(OncepaidConfig.class), config);
  }

  @Test
  void a_key_leads_to_its_owner() {
    ApiKeys keys =
        keys(
            Map.of(
                SHOP, "shop-key-0123456789", "oncepaid.operator.api-key", "boss-key-0123456789"));
    assertThat(keys.owner("shop-key-0123456789").orElseThrow().merchant()).isEqualTo("shop");
    assertThat(keys.owner("boss-key-0123456789").orElseThrow().merchant()).isNull();
    assertThat(keys.owner("shop-key-0123456780")).isEmpty();
    assertThat(keys.owner("")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "short",
        "fifteen-letters",
        "changeme-changeme",
        "change-me-0123456789",
        "<your-api-key-here>",
        "placeholder-0123456",
        "aaaaaaaaaaaaaaaaaaaaaaaa",
        "with a blank 0123456789",
        "mit-Umlaut-ä-0123456789"
      })
  void a_key_that_protects_nothing_is_refused_by_name(String key) {
    assertThatThrownBy(() -> keys(Map.of(SHOP, key)))
        .hasMessageContaining(SHOP)
        .satisfies(
            refusal -> {
              if (!key.isBlank()) {
                assertThat(refusal.getMessage()).doesNotContain(key);
              }
            });
  }

  @Test
  void two_owners_do_not_share_a_key() {
    Map<String, String> settings =
        Map.of(SHOP, "shop-key-0123456789", "oncepaid.operator.api-key", "shop-key-0123456789");
    assertThatThrownBy(() -> keys(settings))
        .hasMessageContaining(SHOP)
        .hasMessageContaining("oncepaid.operator.api-key");
  }
}
