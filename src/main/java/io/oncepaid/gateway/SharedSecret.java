package io.oncepaid.gateway;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A key that the gateway has too, with which it authenticates messages by HMAC. Thread-safe. */
public final class SharedSecret {
  /** The hash inside the HMAC. */
  public enum Hash {
    SHA256("HmacSHA256"),
    SHA512("HmacSHA512");

    private final String jdkName;

    Hash(String jdkName) {
      this.jdkName = jdkName;
    }
  }

  private final Hash hash;
  private final SecretKeySpec key;

  /**
   * @param key any length but none
   */
  public SharedSecret(Hash hash, byte[] key) {
    this.hash = hash;
    this.key = new SecretKeySpec(key, hash.jdkName);
  }

  /** True when the code is this secret's over the parts, one after another; in constant time. */
  public boolean made(byte[] code, byte[]... parts) {
    return MessageDigest.isEqual(code(parts), code);
  }

  /** The authentication code over the parts, one after another. */
  public byte[] code(byte[]... parts) {
    try {
      // The JDK is as fast as any other here.
      Mac mac = Mac.getInstance(hash.jdkName);
      mac.init(key);
      for (byte[] part : parts) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(hash.jdkName + " is not available", e);
    }
  }
}
