package io.oncepaid.simulate;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Certificates of pretend gateways that are their own authority. */
final class SelfSigned {
  private static final Duration LIFE = Duration.ofDays(3650);
  private static final int LINE = 64;

  private SelfSigned() {}

  /**
   * A certificate, valid from yesterday on.
   *
   * @return base64 of its DER, on one line
   */
  static String certificate(String commonName, KeyPair keys, Instant now) {
    X500Name name = new X500NameBuilder().addRDN(BCStyle.CN, commonName).build();
    try {
      return Base64.getEncoder()
          .encodeToString(
              new JcaX509v3CertificateBuilder(
                      name,
                      BigInteger.valueOf(now.getEpochSecond()),
                      Date.from(now.minus(Duration.ofDays(1))),
                      Date.from(now.plus(LIFE)),
                      name,
                      keys.getPublic())
                  .build(new JcaContentSignerBuilder("SHA256withRSA").build(keys.getPrivate()))
                  .getEncoded());
    } catch (OperatorCreationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same as PEM, with the line ends of Windows, as UnionPay sends it. */
  static String pem(String base64) {
    byte[] lineEnd = "\r\n".getBytes(StandardCharsets.US_ASCII);
    return "-----BEGIN CERTIFICATE-----\r\n"
        + Base64.getMimeEncoder(LINE, lineEnd).encodeToString(Base64.getDecoder().decode(base64))
        + "\r\n-----END CERTIFICATE-----";
  }
}
