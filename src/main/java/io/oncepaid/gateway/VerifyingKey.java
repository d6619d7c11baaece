package io.oncepaid.gateway;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.SignatureException;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import org.bouncycastle.asn1.gm.GMObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;
import org.bouncycastle.crypto.CipherParameters;
import org.bouncycastle.crypto.Signer;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.params.ParametersWithID;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.bouncycastle.crypto.signers.SM2Signer;
import org.bouncycastle.crypto.util.PublicKeyFactory;

/**
 * A gateway's public key, RSA, SM2 or Ed25519, with the time in which it may be used. Thread-safe.
 *
 * <p>Who computes RSA is decided in {@link Crypto}. SM2 and Ed25519 are Bouncy Castle's lightweight
 * classes, used directly: no provider has to be registered for them, and its Ed25519 is many times
 * as fast as the JDK's.
 */
public final class VerifyingKey {
  /** How a message is signed. */
  public enum Algorithm {
    SHA256_RSA("SHA256withRSA"),
    /** Of authorities, for certificates. */
    SHA384_RSA("SHA384withRSA"),
    SHA1_RSA("SHA1withRSA"),
    /** SM3withSM2, the signature in DER. */
    SM3_SM2(null),
    ED25519(null);

    private final String jdkName;

    Algorithm(String jdkName) {
      this.jdkName = jdkName;
    }
  }

  /** Shorter ones can be factored by whoever wants to forge payments. */
  private static final int FEWEST_RSA_BITS = 2048;

  /** The user id of GM/T 0009, used where nobody says otherwise. */
  private static final String SM2_USER_ID = "1234567812345678";

  private final RSAPublicKey rsa;
  private final ParametersWithID sm2;
  private final Ed25519PublicKeyParameters ed25519;
  private final Instant notBefore;
  private final Instant notAfter;

  private VerifyingKey(
      RSAPublicKey rsa,
      ParametersWithID sm2,
      Ed25519PublicKeyParameters ed25519,
      Instant notBefore,
      Instant notAfter) {
    this.rsa = rsa;
    this.sm2 = sm2;
    this.ed25519 = ed25519;
    this.notBefore = notBefore;
    this.notAfter = notAfter;
  }

  /**
   * Reads an X.509 SubjectPublicKeyInfo.
   *
   * @throws IllegalArgumentException saying what kind of key is needed instead
   */
  public static VerifyingKey of(SubjectPublicKeyInfo info) {
    try {
      if (info.getAlgorithm().getAlgorithm().equals(PKCSObjectIdentifiers.rsaEncryption)) {
        return new VerifyingKey(rsaKey(info), null, null, Instant.MIN, Instant.MAX);
      }
      if (GMObjectIdentifiers.sm2p256v1.equals(info.getAlgorithm().getParameters())) {
        ParametersWithID key = sm2(PublicKeyFactory.createKey(info), SM2_USER_ID);
        return new VerifyingKey(null, key, null, Instant.MIN, Instant.MAX);
      }
    } catch (GeneralSecurityException | IOException | RuntimeException e) {
      throw new IllegalArgumentException("is no public key that can be read", e);
    }
    throw new IllegalArgumentException("must be an RSA or an SM2 key");
  }

  /**
   * An Ed25519 key by its 32 bytes.
   *
   * @throws IllegalArgumentException when they are no such key
   */
  public static VerifyingKey ed25519(byte[] key) {
    return new VerifyingKey(
        null, null, new Ed25519PublicKeyParameters(key), Instant.MIN, Instant.MAX);
  }

  private static ParametersWithID sm2(CipherParameters key, String userId) {
    return new ParametersWithID(key, userId.getBytes(StandardCharsets.US_ASCII));
  }

  private static RSAPublicKey rsaKey(SubjectPublicKeyInfo info)
      throws GeneralSecurityException, IOException {
    RSAPublicKey key =
        (RSAPublicKey)
            Crypto.keyFactory("RSA").generatePublic(new X509EncodedKeySpec(info.getEncoded()));
    BigInteger modulus = key.getModulus();
    if (modulus.bitLength() < FEWEST_RSA_BITS) {
      throw new GeneralSecurityException("shorter than " + FEWEST_RSA_BITS + " bits");
    }
    return key;
  }

  /** The same key for messages that are signed under another SM2 user id. */
  public VerifyingKey withSm2UserId(String userId) {
    return sm2 == null
        ? this
        : new VerifyingKey(rsa, sm2(sm2.getParameters(), userId), null, notBefore, notAfter);
  }

  /** The same key, usable from one time to another, both included. */
  public VerifyingKey within(Instant from, Instant to) {
    return new VerifyingKey(rsa, sm2, ed25519, from, to);
  }

  /** False before its certificate's first and after its last second. */
  public boolean isValidAt(Instant time) {
    return !time.isBefore(notBefore) && !time.isAfter(notAfter);
  }

  /** True when the key is of the algorithm's kind. */
  public boolean fits(Algorithm algorithm) {
    return switch (algorithm) {
      case SHA256_RSA, SHA384_RSA, SHA1_RSA -> rsa != null;
      case SM3_SM2 -> sm2 != null;
      case ED25519 -> ed25519 != null;
    };
  }

  /**
   * True when the signature is this key's over the parts, one after another. A key of another kind
   * and a signature of impossible form are just false.
   */
  public boolean verifies(Algorithm algorithm, byte[] signature, byte[]... parts) {
    if (!fits(algorithm)) {
      return false;
    }
    return switch (algorithm) {
      case SHA256_RSA, SHA384_RSA, SHA1_RSA -> verifiesRsa(algorithm, signature, parts);
      case SM3_SM2 -> verifies(new SM2Signer(), sm2, signature, parts);
      case ED25519 -> verifies(new Ed25519Signer(), ed25519, signature, parts);
    };
  }

  private boolean verifiesRsa(Algorithm algorithm, byte[] signature, byte[][] parts) {
    try {
      Signature verifier = Crypto.signature(algorithm.jdkName);
      verifier.initVerify(rsa);
      for (byte[] part : parts) {
        verifier.update(part);
      }
      return verifier.verify(signature);
    } catch (SignatureException wrongLength) {
      return false;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(algorithm.jdkName + " refuses a key that was made for it", e);
    }
  }

  private static boolean verifies(
      Signer verifier, CipherParameters key, byte[] signature, byte[][] parts) {
    verifier.init(false, key);
    for (byte[] part : parts) {
      verifier.update(part, 0, part.length);
    }
    return verifier.verifySignature(signature);
  }
}
