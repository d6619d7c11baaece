package io.oncepaid.gateway.alipay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Keys;
import io.oncepaid.gateway.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.cert.X509CertificateHolder;

/**
 * What an app signs its requests with and, in certificate mode, how they name its certificate and
 * the roots that it trusts.
 *
 * @param appSerial null in public-key mode, as rootSerials
 */
record AlipayAppKey(SigningKey key, String appSerial, String rootSerials) {
  /** Signature algorithms of PKCS#1; roots of other kinds are not named. */
  private static final String RSA = "1.2.840.113549.1.1.";

  static AlipayAppKey read(
      Keys files, String property, AccountConfig.Alipay settings, String privateKey) {
    SigningKey key = files.privateKey(property + ".private-key", privateKey);
    if (settings.appCertificate().isEmpty()) {
      return new AlipayAppKey(key, null, null);
    }
    String app =
        serial(
            files
                .certificates(property + ".app-certificate", settings.appCertificate().get())
                .get(0));
    List<String> roots = new ArrayList<>();
    for (String root : settings.rootCertificates().orElse(List.of())) {
      files.certificates(property + ".root-certificates", root).stream()
          .filter(holder -> holder.getSignatureAlgorithm().getAlgorithm().getId().startsWith(RSA))
          .forEach(holder -> roots.add(serial(holder)));
    }
    if (roots.isEmpty()) {
      throw new InvalidSetting(
          property + ".root-certificates", "give Alipay's root certificates: queries name them");
    }
    return new AlipayAppKey(key, app, String.join("_", roots));
  }

  /** MD5 over the issuer's name (RFC 2253) and the decimal serial number, in hex. */
  static String serial(X509CertificateHolder certificate) {
    try {
      String issuer = new X500Principal(certificate.getIssuer().getEncoded()).getName();
      byte[] name = (issuer + certificate.getSerialNumber()).getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(name));
    } catch (IOException | NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
