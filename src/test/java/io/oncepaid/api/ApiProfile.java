package io.oncepaid.api;

import io.quarkus.test.junit.QuarkusTestProfile;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/** Two merchants with an account each, and an operator. */
public class ApiProfile implements QuarkusTestProfile {
  static final String SHOP_KEY = "shop-key-0123456789abcdef";
  static final String OTHER_KEY = "other-key-0123456789abcdef";
  static final String OPERATOR_KEY = "operator-key-0123456789abcdef";

  @Override
  public Map<String, String> getConfigOverrides() {
    Map<String, String> settings = new HashMap<>();
    settings.put("oncepaid.merchants.shop.api-key", SHOP_KEY);
    settings.put("oncepaid.merchants.other.api-key", OTHER_KEY);
    settings.put("oncepaid.operator.api-key", OPERATOR_KEY);
    account(settings, "shop-alipay", "shop");
    account(settings, "shop-alipay-2", "shop");
    account(settings, "other-alipay", "other");
    return settings;
  }

  private static void account(Map<String, String> settings, String name, String merchant) {
    String prefix = "oncepaid.accounts." + name;
    settings.put(prefix + ".merchant", merchant);
    settings.put(prefix + ".gateway", "alipay");
    settings.put(prefix + ".alipay.app-id", "2021000000000000");
    settings.put(prefix + ".alipay.public-keys", publicKey());
  }

  private static String publicKey() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return Base64.getEncoder()
          .encodeToString(generator.generateKeyPair().getPublic().getEncoded());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
