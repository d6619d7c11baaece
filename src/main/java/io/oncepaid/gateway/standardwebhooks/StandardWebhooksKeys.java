package io.oncepaid.gateway.standardwebhooks;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Keys;
import io.oncepaid.gateway.SharedSecret;
import io.oncepaid.gateway.SharedSecret.Hash;
import io.oncepaid.gateway.StandardWebhooksConfig;
import io.oncepaid.gateway.VerifyingKey;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.util.Base64;
import java.util.List;

/**
 * What may have signed: secrets for v1, public keys for v1a. They are kept apart: whoever knows a
 * public key must not be able to use it as a secret.
 */
record StandardWebhooksKeys(List<SharedSecret> secrets, List<VerifyingKey> publicKeys) {
  private static final String SECRET = "whsec_";
  private static final String PUBLIC = "whpk_";

  /** The specification asks for 24 to 64; some senders have shorter ones. */
  private static final int SHORTEST_SECRET = 16;

  private static final int LONGEST_SECRET = 64;
  private static final int PUBLIC_KEY_BYTES = 32;

  static StandardWebhooksKeys read(Keys files, String property, StandardWebhooksConfig settings) {
    List<SharedSecret> secrets =
        settings.secrets().orElse(List.of()).stream()
            .map(text -> secret(property + ".secrets", files.text(property + ".secrets", text)))
            .toList();
    List<VerifyingKey> publicKeys =
        settings.publicKeys().orElse(List.of()).stream()
            .map(
                text ->
                    publicKey(
                        property + ".public-keys", files.text(property + ".public-keys", text)))
            .toList();
    if (secrets.isEmpty() && publicKeys.isEmpty()) {
      throw new InvalidSetting(
          property + ".secrets", "give the endpoint's secret (whsec_…), or public-keys (whpk_…)");
    }
    return new StandardWebhooksKeys(secrets, publicKeys);
  }

  private static SharedSecret secret(String property, String text) {
    byte[] key = decode(text, SECRET);
    if (key == null || key.length < SHORTEST_SECRET || key.length > LONGEST_SECRET) {
      throw new InvalidSetting(property, "is not whsec_ and 16 to 64 bytes in base64");
    }
    return new SharedSecret(Hash.SHA256, key);
  }

  private static VerifyingKey publicKey(String property, String text) {
    byte[] key = decode(text, PUBLIC);
    try {
      if (key != null && key.length == PUBLIC_KEY_BYTES) {
        return VerifyingKey.ed25519(key);
      }
    } catch (IllegalArgumentException e) {
      // Told below.
    }
    throw new InvalidSetting(property, "is not whpk_ and the 32 bytes of an Ed25519 key in base64");
  }

  /** The prefix may be left out, but another one may not stand in its place. */
  private static byte[] decode(String text, String prefix) {
    String base64 = text.startsWith(prefix) ? text.substring(prefix.length()) : text;
    try {
      // Padding may be left out, too. No other prefix passes: its underscore is no base64.
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  boolean made(String version, byte[] signature, byte[] head, byte[] body) {
    return switch (version) {
      case "v1" -> secrets.stream().anyMatch(secret -> secret.made(signature, head, body));
      case "v1a" ->
          publicKeys.stream()
              .anyMatch(key -> key.verifies(Algorithm.ED25519, signature, head, body));
      // A later version, for receivers that know it.
      default -> false;
    };
  }
}
