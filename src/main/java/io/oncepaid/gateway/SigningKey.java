package io.oncepaid.gateway;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.RSAKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import org.bouncycastle.asn1.DERNull;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.pkcs.RSAPrivateKey;
import org.bouncycastle.asn1.x509.AlgorithmIdentifier;
import org.bouncycastle.util.io.pem.PemObject;

/** A private key of ours, which signs requests: SHA256withRSA. Thread-safe. */
public final class SigningKey {
  private static final int FEWEST_RSA_BITS = 2048;

  private final PrivateKey key;

  private SigningKey(PrivateKey key) {
    this.key = key;
  }

  /**
   * Reads PKCS#8, or PKCS#1 as Alipay's tool writes it for other languages.
   *
   * @throws InvalidSetting naming the property; never quoting the key
   */
  static SigningKey of(String property, PemObject block) {
    try {
      byte[] pkcs8 =
          switch (block.getType()) {
            case "PRIVATE KEY" -> block.getContent();
            case "RSA PRIVATE KEY" -> wrapped(block.getContent());
            case "" ->
                isPkcs8(block.getContent()) ? block.getContent() : wrapped(block.getContent());
            default -> throw new IllegalArgumentException();
          };
      PrivateKey key =
          KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
      if (((RSAKey) key).getModulus().bitLength() >= FEWEST_RSA_BITS) {
        return new SigningKey(key);
      }
    } catch (IOException | GeneralSecurityException | RuntimeException unreadable) {
      // Told below, without the text: it is a secret.
    }
    throw new InvalidSetting(
        property,
        "holds no RSA private key of 2048 bits or more in PKCS#8 or PKCS#1; give your own, not the"
            + " gateway's public key");
  }

  private static boolean isPkcs8(byte[] der) {
    try {
      return PrivateKeyInfo.getInstance(der) != null;
    } catch (IllegalArgumentException pkcs1) {
      return false;
    }
  }

  private static byte[] wrapped(byte[] pkcs1) throws IOException {
    return new PrivateKeyInfo(
            new AlgorithmIdentifier(PKCSObjectIdentifiers.rsaEncryption, DERNull.INSTANCE),
            RSAPrivateKey.getInstance(pkcs1))
        .getEncoded();
  }

  /** The signature over a text in UTF-8, in base64. */
  public String sign(String text) {
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(key);
      signature.update(text.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("SHA256withRSA is not available", e);
    }
  }
}
