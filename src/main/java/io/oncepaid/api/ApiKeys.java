package io.oncepaid.api;

import io.oncepaid.OncepaidConfig;
import io.oncepaid.api.Caller.Identity;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whose key is it? Keys are looked up by their digest, so that the time of the look-up says nothing
 * about a key, and compared in constant time. That each key is a good one was checked at the start.
 */
@ApplicationScoped
public class ApiKeys {
  private final Map<ByteBuffer, Owner> owners = new HashMap<>();

  private record Owner(byte[] digest, Identity identity) {}

  ApiKeys(OncepaidConfig config) {
    config
        .merchants()
        .forEach(
            (name, merchant) -> merchant.apiKey().ifPresent(key -> add(key, new Identity(name))));
    config.operator().apiKey().ifPresent(key -> add(key, Identity.OPERATOR));
  }

  /** The owner of a key that was presented; empty when it is nobody's. */
  Optional<Identity> owner(String key) {
    byte[] digest = digest(key);
    Owner owner = owners.get(ByteBuffer.wrap(digest));
    return owner != null && MessageDigest.isEqual(owner.digest(), digest)
        ? Optional.of(owner.identity())
        : Optional.empty();
  }

  private void add(String key, Identity identity) {
    byte[] digest = digest(key);
    owners.put(ByteBuffer.wrap(digest), new Owner(digest, identity));
  }

  private static byte[] digest(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException everyJavaHasIt) {
      throw new IllegalStateException(everyJavaHasIt);
    }
  }
}
