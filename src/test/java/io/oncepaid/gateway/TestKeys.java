package io.oncepaid.gateway;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Key pairs and certificates, made at run time. */
public final class TestKeys {
  public static final Provider BOUNCY_CASTLE = new BouncyCastleProvider();

  private static final KeyPair ONE = rsa(2048);
  private static final KeyPair OTHER = rsa(2048);

  private TestKeys() {}

  /** The run's RSA key, for whoever does not care: making one takes its time. */
  public static KeyPair one() {
    return ONE;
  }

  /** Not {@link #one()}. */
  public static KeyPair other() {
    return OTHER;
  }

  public static KeyPair rsa(int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public static KeyPair sm2() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", BOUNCY_CASTLE);
      generator.initialize(new ECGenParameterSpec("sm2p256v1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As Alipay's console shows it: the base64 of the X.509 form, without more. */
  public static String base64(PublicKey key) {
    return Base64.getEncoder().encodeToString(key.getEncoded());
  }

  public static String pem(PublicKey key) {
    return pem("PUBLIC KEY", key.getEncoded());
  }

  public static String pem(String type, byte[] der) {
    return "-----BEGIN "
        + type
        + "-----\n"
        + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der)
        + "\n-----END "
        + type
        + "-----\n";
  }

  /** Issues certificates. */
  public record Issuer(String name, KeyPair keys) {
    /** A certificate in PEM, valid in a span of time. */
    public String issue(
        String subject, PublicKey key, BigInteger serial, boolean ca, Instant from, Instant to) {
      try {
        JcaX509v3CertificateBuilder builder =
            new JcaX509v3CertificateBuilder(
                new X500Name("CN=" + name),
                serial,
                Date.from(from),
                Date.from(to),
                new X500Name("CN=" + subject),
                key);
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(ca));
        String algorithm =
            keys.getPrivate().getAlgorithm().equals("RSA") ? "SHA256withRSA" : "SM3withSM2";
        X509CertificateHolder certificate =
            builder.build(
                new JcaContentSignerBuilder(algorithm)
                    .setProvider(BOUNCY_CASTLE)
                    .build(keys.getPrivate()));
        return pem("CERTIFICATE", certificate.getEncoded());
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    /** A certificate in PEM that is valid for a year around a time. */
    public String issue(String subject, PublicKey key, BigInteger serial, boolean ca, Instant now) {
      Duration half = Duration.ofDays(180);
      return issue(subject, key, serial, ca, now.minus(half), now.plus(half));
    }
  }
}
