package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.crypto.InvalidCipherTextException;
import org.bouncycastle.crypto.digests.SM3Digest;
import org.bouncycastle.crypto.engines.SM4Engine;
import org.bouncycastle.crypto.modes.GCMBlockCipher;
import org.bouncycastle.crypto.modes.GCMModeCipher;
import org.bouncycastle.crypto.params.AEADParameters;
import org.bouncycastle.crypto.params.KeyParameter;

/** Opens what is encrypted under the APIv3 key. Thread-safe. */
final class WechatpayCipher {
  static final String AES = "AEAD_AES_256_GCM";
  static final String SM4 = "AEAD_SM4_GCM";

  private static final int KEY_BYTES = 32;

  /** Random keys of 32 characters have more different ones than this, even if they are hex. */
  private static final int FEWEST_CHARACTERS = 6;

  private static final int SM4_KEY_BYTES = 16;
  private static final int NONCE_BYTES = 12;

  /** Fixed: a library that takes shorter tags can be made to accept guessed ones. */
  private static final int TAG_BITS = 128;

  private final SecretKeySpec aesKey;
  private final KeyParameter sm4Key;

  /**
   * @param key its length is checked by {@link #of}
   */
  WechatpayCipher(byte[] key) {
    this.aesKey = new SecretKeySpec(key, "AES");
    SM3Digest digest = new SM3Digest();
    digest.update(key, 0, key.length);
    byte[] hash = new byte[digest.getDigestSize()];
    digest.doFinal(hash, 0);
    this.sm4Key = new KeyParameter(Arrays.copyOf(hash, SM4_KEY_BYTES));
  }

  /**
   * @throws InvalidSetting when the key has not its 32 bytes
   */
  static WechatpayCipher of(String property, String key) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    if (bytes.length != KEY_BYTES) {
      throw new InvalidSetting(property, "must be the APIv3 key of exactly 32 characters");
    }
    if (key.chars().distinct().count() < FEWEST_CHARACTERS) {
      throw new InvalidSetting(property, "looks like a placeholder; give the APIv3 key");
    }
    return new WechatpayCipher(bytes);
  }

  /**
   * Decrypts, or gives null when the text was not encrypted under this key with this nonce and
   * associated data.
   *
   * @param algorithm {@link #AES} or {@link #SM4}
   * @param ciphertext base64, the 16-byte tag last
   */
  byte[] open(String algorithm, String nonce, String associatedData, String ciphertext) {
    byte[] sealed = Base64Text.decode(ciphertext);
    byte[] iv = nonce.getBytes(StandardCharsets.UTF_8);
    // The JDK's cipher fails with an exception of its own on less than a tag.
    if (sealed == null || sealed.length < TAG_BITS / Byte.SIZE || iv.length != NONCE_BYTES) {
      return null;
    }
    byte[] data = associatedData.getBytes(StandardCharsets.UTF_8);
    return algorithm.equals(SM4) ? openSm4(iv, data, sealed) : openAes(iv, data, sealed);
  }

  private byte[] openAes(byte[] iv, byte[] data, byte[] sealed) {
    try {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(Cipher.DECRYPT_MODE, aesKey, new GCMParameterSpec(TAG_BITS, iv));
      cipher.updateAAD(data);
      return cipher.doFinal(sealed);
    } catch (AEADBadTagException wrongKeyOrText) {
      return null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES-GCM is not available", e);
    }
  }

  private byte[] openSm4(byte[] iv, byte[] data, byte[] sealed) {
    GCMModeCipher cipher = GCMBlockCipher.newInstance(new SM4Engine());
    cipher.init(false, new AEADParameters(sm4Key, TAG_BITS, iv, data));
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
