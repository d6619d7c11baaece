package io.oncepaid.bench.plain;

import jakarta.inject.Singleton;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Reads and verifies a form notification signed with RSA2 (SHA256withRSA over sorted fields). */
@Singleton
class AlipayNotification {
  private final PublicKey publicKey;
  private final String appId;
  private final String sellerId;

  AlipayNotification(
      @ConfigProperty(name = "plain.public-key") String publicKey,
      @ConfigProperty(name = "plain.app-id") String appId,
      @ConfigProperty(name = "plain.seller-id") String sellerId)
      throws GeneralSecurityException {
    this.publicKey =
        KeyFactory.getInstance("RSA")
            .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(publicKey)));
    this.appId = appId;
    this.sellerId = sellerId;
  }

  static Map<String, String> parse(byte[] body) {
    Map<String, String> fields = new TreeMap<>();
    for (String pair : new String(body, StandardCharsets.US_ASCII).split("&")) {
      int equals = pair.indexOf('=');
      fields.put(decode(pair.substring(0, equals)), decode(pair.substring(equals + 1)));
    }
    return fields;
  }

  boolean isGenuine(Map<String, String> fields) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(publicKey);
      signature.update(signedText(fields).getBytes(StandardCharsets.UTF_8));
      return signature.verify(Base64.getDecoder().decode(fields.get("sign")))
          && appId.equals(fields.get("app_id"))
          && sellerId.equals(fields.get("seller_id"));
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static String signedText(Map<String, String> fields) {
    StringBuilder text = new StringBuilder();
    fields.forEach(
        (name, value) -> {
          if (!name.equals("sign") && !name.equals("sign_type") && !value.isEmpty()) {
            text.append(text.isEmpty() ? "" : "&").append(name).append('=').append(value);
          }
        });
    return text.toString();
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
