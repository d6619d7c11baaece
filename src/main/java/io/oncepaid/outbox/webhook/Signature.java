package io.oncepaid.outbox.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs as Standard Webhooks asks: {@code v1,} and the Base64 of HMAC-SHA256 over id, time and
 * body, once for each secret, so that a receiver may change to the new one when it likes.
 */
final class Signature {
  private static final String PREFIX = "whsec_";
  private static final String ALGORITHM = "HmacSHA256";

  private final List<SecretKeySpec> keys;

  /**
   * @param secrets {@code whsec_} and Base64, the newest first
   * @throws IllegalArgumentException when one is not Base64
   */
  Signature(List<String> secrets) {
    keys = secrets.stream().map(Signature::key).toList();
  }

  private static SecretKeySpec key(String secret) {
    String text = secret.startsWith(PREFIX) ? secret.substring(PREFIX.length()) : secret;
    return new SecretKeySpec(Base64.getDecoder().decode(text), ALGORITHM);
  }

  /** The value of {@code webhook-signature}. */
  String of(String id, Instant at, String body) {
    byte[] content = (id + "." + at.getEpochSecond() + "." + body).getBytes(StandardCharsets.UTF_8);
    return keys.stream()
        .map(key -> "v1," + Base64.getEncoder().encodeToString(hmac(key, content)))
        .collect(Collectors.joining(" "));
  }

  private static byte[] hmac(SecretKeySpec key, byte[] content) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(content);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JRE has it
    }
  }
}
