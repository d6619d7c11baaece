package io.oncepaid.gateway;

import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.engines.SM4Engine;
import org.bouncycastle.crypto.modes.GCMBlockCipher;
import org.bouncycastle.crypto.modes.GCMModeCipher;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;

/** A key under which a gateway encrypts and authenticates, by AES-GCM or SM4-GCM. Thread-safe. */
public final class SealingKey {
  private static final int NONCE_BYTES = 12;

  /** Fixed: a library that takes shorter tags can be made to accept guessed ones. */
  private static final int TAG_BITS = 128;

  private final SecretKeySpec aes;
  private final KeyParameter sm4;

  private SealingKey(SecretKeySpec aes, KeyParameter sm4) {
    this.aes = aes;
    this.sm4 = sm4;
  }

  /**
   * @param key 16, 24 or 32 bytes
   */
  public static SealingKey aes(byte[] key) {
    return new SealingKey(new SecretKeySpec(key, "AES"), null);
  }

  /**
   * @param key 16 bytes
   */
  public static SealingKey sm4(byte[] key) {
    return new SealingKey(null, new KeyParameter(key));
  }

  /**
   * The clear text, or null when it was not sealed under this key with this nonce and associated
   * data.
   *
   * @param sealed the ciphertext, its tag of 16 bytes last
   */
  public byte[] open(byte[] nonce, byte[] associatedData, byte[] sealed) {
    // The JDK's cipher fails with an exception of its own on less than a tag.
    if (sealed.length < TAG_BITS / Byte.SIZE || nonce.length != NONCE_BYTES) {
      return null;
    }
    return aes == null
        ? openSm4(nonce, associatedData, sealed)
        : openAes(nonce, associatedData, sealed);
  }

  private byte[] openAes(byte[] nonce, byte[] associatedData, byte[] sealed) {
    try {
      Cipher cipher = Crypto.cipher("AES/GCM/NoPadding");
      cipher.init(Cipher.DECRYPT_MODE, aes, new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(associatedData);
      return cipher.doFinal(sealed);
    } catch (AEADBadTagException wrongKeyOrText) {
      return null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM refuses a key that was made for it", e);
    }
  }

  private byte[] openSm4(byte[] nonce, byte[] associatedData, byte[] sealed) {
    GCMModeCipher cipher = GCMBlockCipher.newInstance(new SM4Engine());
    cipher.init(false, new AEADParameters(sm4, TAG_BITS, nonce, associatedData));
    byte[] open = new byte[cipher.getOutputSize(sealed.length)];
    try {
      int length = cipher.processBytes(sealed, 0, sealed.length, open, 0);
      length += cipher.doFinal(open, length);
      return Arrays.copyOf(open, length);
    } catch (InvalidCipherTextException wrongKeyOrText) {
      return null;
    }
  }
}
