package io.oncepaid.gateway;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.gm.GMObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PKCSObjectIdentifiers;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509CertificateHolder;

/** From a gateway's certificate to a key that may be used while its whole chain is valid. */
public final class Certificates {
  private static final Map<ASN1ObjectIdentifier, Algorithm> ISSUED_BY =
      Map.of(
          PKCSObjectIdentifiers.sha1WithRSAEncryption, Algorithm.SHA1_RSA,
          PKCSObjectIdentifiers.sha256WithRSAEncryption, Algorithm.SHA256_RSA,
          PKCSObjectIdentifiers.sha384WithRSAEncryption, Algorithm.SHA384_RSA,
          GMObjectIdentifiers.sm2sign_with_sm3, Algorithm.SM3_SM2);

  /** Gateways use one or two steps between root and key. */
  private static final int LONGEST_CHAIN = 5;

  private Certificates() {}

  /**
   * The key of the first certificate; the others may be its issuers.
   *
   * @param roots one of which the chain must end at; none = the certificate is taken as it is, on
   *     the word of whoever configured it
   * @throws InvalidSetting when the certificate does not chain to a root
   */
  public static VerifyingKey key(
      String property, List<X509CertificateHolder> given, List<X509CertificateHolder> roots) {
    return key(property, given, roots, false);
  }

  /**
   * As the other one.
   *
   * @param sha1 true where an authority still issues certificates by SHA-1
   */
  public static VerifyingKey key(
      String property,
      List<X509CertificateHolder> given,
      List<X509CertificateHolder> roots,
      boolean sha1) {
    X509CertificateHolder subject = given.get(0);
    Instant from = subject.getNotBefore().toInstant();
    Instant to = subject.getNotAfter().toInstant();
    VerifyingKey key = keyOf(property, subject);
    int steps = 0;
    while (!roots.isEmpty() && !roots.contains(subject)) {
      X509CertificateHolder issuer = issuer(subject, given, roots, sha1);
      if (issuer == null || ++steps > LONGEST_CHAIN) {
        throw new InvalidSetting(
            property,
            "does not chain to a configured root; add the issuer's certificate behind it, or the right"
                + " root (in a sandbox, whose issuers are no proper CAs, the issuer as a root)");
      }
      from = later(from, issuer.getNotBefore().toInstant());
      to = earlier(to, issuer.getNotAfter().toInstant());
      subject = issuer;
    }
    return key.within(from, to);
  }

  private static VerifyingKey keyOf(String property, X509CertificateHolder certificate) {
    try {
      return VerifyingKey.of(certificate.getSubjectPublicKeyInfo());
    } catch (IllegalArgumentException e) {
      throw new InvalidSetting(property, "a certificate's key " + e.getMessage());
    }
  }

  private static X509CertificateHolder issuer(
      X509CertificateHolder subject,
      List<X509CertificateHolder> given,
      List<X509CertificateHolder> roots,
      boolean sha1) {
    // A root may issue on the word of whoever configured it, whatever it says of itself.
    return Stream.concat(roots.stream(), given.stream().skip(1).filter(Certificates::mayIssue))
        .filter(candidate -> candidate.getSubject().equals(subject.getIssuer()))
        .filter(candidate -> issued(candidate, subject, sha1))
        .findFirst()
        .orElse(null);
  }

  /** Without this anybody's certificate under the same root could issue one for the gateway. */
  private static boolean mayIssue(X509CertificateHolder certificate) {
    BasicConstraints constraints = BasicConstraints.fromExtensions(certificate.getExtensions());
    KeyUsage usage = KeyUsage.fromExtensions(certificate.getExtensions());
    return constraints != null
        && constraints.isCA()
        && (usage == null || usage.hasUsages(KeyUsage.keyCertSign));
  }

  private static boolean issued(
      X509CertificateHolder issuer, X509CertificateHolder subject, boolean sha1) {
    Algorithm algorithm = ISSUED_BY.get(subject.getSignatureAlgorithm().getAlgorithm());
    if (algorithm == null || algorithm == Algorithm.SHA1_RSA && !sha1) {
      return false;
    }
    try {
      byte[] signed = subject.toASN1Structure().getTBSCertificate().getEncoded();
      return VerifyingKey.of(issuer.getSubjectPublicKeyInfo())
          .verifies(algorithm, subject.getSignature(), signed);
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
