package io.oncepaid.gateway.wechatpayv2;

import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.SharedSecret;
import io.oncepaid.gateway.SharedSecret.Hash;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/** The merchant's API key: signs payments, and encrypts refunds. Thread-safe. */
final class WechatpayV2Key {
  static final String MD5 = "MD5";
  static final String HMAC_SHA256 = "HMAC-SHA256";

  private static final int CHARACTERS = 32;
  private static final HexFormat UPPER = HexFormat.of().withUpperCase();

  private final byte[] tail;
  private final SharedSecret secret;
  private final SecretKeySpec refundKey;

  /**
   * @param key its length is checked by {@link #of}
   */
  WechatpayV2Key(String key) {
    byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
    this.tail = ("&key=" + key).getBytes(StandardCharsets.UTF_8);
    this.secret = new SharedSecret(Hash.SHA256, bytes);
    // The 32 digits themselves are the key, leading zeros with them.
    this.refundKey =
        new SecretKeySpec(
            HexFormat.of().formatHex(md5(bytes)).getBytes(StandardCharsets.US_ASCII), "AES");
  }

  /**
   * @throws InvalidSetting when the key has not its 32 characters
   */
  static WechatpayV2Key of(String property, String key) {
    if (key.length() != CHARACTERS) {
      throw new InvalidSetting(property, "must be the API key of exactly 32 characters");
    }
    return new WechatpayV2Key(key);
  }

  /** True when the sign, in digits as the gateway writes them, is this key's over the content. */
  boolean made(String type, String sign, byte[] content) {
    byte[] code = type.equals(HMAC_SHA256) ? secret.code(content, tail) : md5(content, tail);
    return MessageDigest.isEqual(
        UPPER.formatHex(code).getBytes(StandardCharsets.US_ASCII),
        sign.getBytes(StandardCharsets.UTF_8));
  }

  /** What a refund's req_info says, or null when it was not encrypted under this key. */
  byte[] open(String requestInfo) {
    byte[] sealed = Base64Text.decode(requestInfo);
    if (sealed == null || sealed.length == 0) {
      return null;
    }
    try {
      // The gateway's choice. ECB hides little and proves nothing: see the documentation.
      Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
      cipher.init(Cipher.DECRYPT_MODE, refundKey);
      return cipher.doFinal(sealed);
    } catch (GeneralSecurityException wrongKeyOrText) {
      return null;
    }
  }

  private static byte[] md5(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance(MD5);
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
