package io.oncepaid.api;

import io.oncepaid.CannotStart;
import io.oncepaid.OncepaidConfig;
import io.oncepaid.api.Caller.Identity;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.eclipse.microprofile.config.Config;

/**
 * Whose key is it? Keys are looked up by their digest, so that the time of the look-up says nothing
 * about a key, and compared in constant time.
 */
@Startup
@ApplicationScoped
public class ApiKeys {
  /** 96 bits where the key is base64; shorter ones can be guessed. */
  private static final int SHORTEST = 16;

  private static final String OPERATOR = "oncepaid.operator.api-key";

  private final Map<ByteBuffer, Owner> owners = new HashMap<>();

  private record Owner(String property, byte[] digest, Identity identity) {}

  /**
   * @throws CannotStart naming a key that protects nothing
   */
  ApiKeys(OncepaidConfig config, Config raw) {
    for (Map.Entry<String, OncepaidConfig.Merchant> merchant : config.merchants().entrySet()) {
      String property = "oncepaid.merchants." + merchant.getKey() + ".api-key";
      refuseBlank(property, raw);
      merchant
          .getValue()
          .apiKey()
          .ifPresent(key -> add(property, key, new Identity(merchant.getKey())));
    }
    refuseBlank(OPERATOR, raw);
    config.operator().apiKey().ifPresent(key -> add(OPERATOR, key, Identity.OPERATOR));
  }

  /** The owner of a key that was presented; empty when it is nobody's. */
  Optional<Identity> owner(String key) {
    byte[] digest = digest(key);
    Owner owner = owners.get(ByteBuffer.wrap(digest));
    return owner != null && MessageDigest.isEqual(owner.digest(), digest)
        ? Optional.of(owner.identity())
        : Optional.empty();
  }

  /** A value that is blank counts as absent: whoever set it believes that there is a key. */
  private static void refuseBlank(String property, Config raw) {
    String value = raw.getConfigValue(property).getRawValue();
    if (value != null && value.isBlank()) {
      throw new CannotStart(property + ": is empty; make a key with: openssl rand -base64 24");
    }
  }

  private void add(String property, String key, Identity identity) {
    if (key.length() < SHORTEST || !key.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
      throw new CannotStart(
          property + ": needs at least " + SHORTEST + " visible ASCII characters without blanks");
    }
    if (isPlaceholder(key)) {
      throw new CannotStart(
          property + ": is a placeholder; make one with: openssl rand -base64 24");
    }
    byte[] digest = digest(key);
    Owner other =
        owners.putIfAbsent(ByteBuffer.wrap(digest), new Owner(property, digest, identity));
    if (other != null) {
      throw new CannotStart(property + ": is the same key as " + other.property());
    }
  }

  private static boolean isPlaceholder(String key) {
    String plain = key.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    return plain.contains("changeme")
        || plain.contains("placeholder")
        || plain.startsWith("your")
        || plain.chars().distinct().count() < 4;
  }

  private static byte[] digest(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }
}
