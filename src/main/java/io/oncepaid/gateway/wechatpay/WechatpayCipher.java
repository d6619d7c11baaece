package io.oncepaid.gateway.wechatpay;

import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.SealingKey;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bouncycastle.crypto.digests.SM3Digest;

/** Opens what is encrypted under the APIv3 key. Thread-safe. */
final class WechatpayCipher {
  static final String AES = "AEAD_AES_256_GCM";
  static final String SM4 = "AEAD_SM4_GCM";

  private static final int KEY_BYTES = 32;

  /** Random keys of 32 characters have more different ones than this, even if they are hex. */
  private static final int FEWEST_CHARACTERS = 6;

  private static final int SM4_KEY_BYTES = 16;

  private final SealingKey aesKey;
  private final SealingKey sm4Key;

  /**
   * @param key its length is checked by {@link #of}
   */
  WechatpayCipher(byte[] key) {
    this.aesKey = SealingKey.aes(key);
    SM3Digest digest = new SM3Digest();
    digest.update(key, 0, key.length);
    byte[] hash = new byte[digest.getDigestSize()];
    digest.doFinal(hash, 0);
    this.sm4Key = SealingKey.sm4(Arrays.copyOf(hash, SM4_KEY_BYTES));
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
    return sealed == null
        ? null
        : (algorithm.equals(SM4) ? sm4Key : aesKey)
            .open(
                nonce.getBytes(StandardCharsets.UTF_8),
                associatedData.getBytes(StandardCharsets.UTF_8),
                sealed);
  }
}
