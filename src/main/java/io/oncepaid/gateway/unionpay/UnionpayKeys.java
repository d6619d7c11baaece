package io.oncepaid.gateway.unionpay;

import io.oncepaid.gateway.Certificates;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Keys;
import io.oncepaid.gateway.UnionpayConfig;
import io.oncepaid.gateway.VerifyingKey;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bouncycastle.cert.X509CertificateHolder;

/**
 * Whatever a form may be verified with, by the way it is signed.
 *
 * @param carried judges certificates that come with a form (5.1.0); null without roots
 * @param certificates UnionPay's certificates by their decimal serials (5.0.0, SHA-1)
 * @param secureKeys secrets of the keyed digests (signMethod 11 and 12)
 * @param sm2Keys SM2 keys by certId (signMethod 21)
 */
record UnionpayKeys(
    CarriedCertificates carried,
    Map<String, VerifyingKey> certificates,
    List<byte[]> secureKeys,
    Map<String, VerifyingKey> sm2Keys) {

  static UnionpayKeys read(Keys files, String property, UnionpayConfig settings) {
    List<X509CertificateHolder> roots =
        certificates(
            files, property + ".root-certificates", settings.rootCertificates().orElse(List.of()));
    Map<String, VerifyingKey> own = new HashMap<>();
    String name = property + ".certificates";
    for (X509CertificateHolder certificate :
        certificates(files, name, settings.certificates().orElse(List.of()))) {
      own.put(
          certificate.getSerialNumber().toString(),
          Certificates.key(name, List.of(certificate), List.of()));
    }
    List<byte[]> secrets = new ArrayList<>();
    for (String secret : settings.secureKeys().orElse(List.of())) {
      secrets.add(files.secret(property + ".secure-keys", secret).getBytes(StandardCharsets.UTF_8));
    }
    Map<String, VerifyingKey> sm2 = new HashMap<>();
    settings.sm2PublicKeys().forEach((id, key) -> sm2.put(id, sm2(files, property, id, key)));
    if (roots.isEmpty() && own.isEmpty() && secrets.isEmpty() && sm2.isEmpty()) {
      throw new InvalidSetting(
          property + ".root-certificates",
          "give UnionPay's root certificate (and the intermediate one), or secure-keys");
    }
    return new UnionpayKeys(
        roots.isEmpty() ? null : carried(files, property, settings, roots),
        Map.copyOf(own),
        List.copyOf(secrets),
        Map.copyOf(sm2));
  }

  private static CarriedCertificates carried(
      Keys files, String property, UnionpayConfig settings, List<X509CertificateHolder> roots) {
    return new CarriedCertificates(
        roots,
        certificates(
            files,
            property + ".intermediate-certificates",
            settings.intermediateCertificates().orElse(List.of())),
        List.copyOf(settings.certificateNames()),
        settings.sha1Chain());
  }

  private static List<X509CertificateHolder> certificates(
      Keys files, String property, List<String> given) {
    List<X509CertificateHolder> read = new ArrayList<>();
    given.forEach(setting -> read.addAll(files.certificates(property, setting)));
    return read;
  }

  private static VerifyingKey sm2(Keys files, String property, String id, String setting) {
    String name = property + ".sm2-public-keys." + id;
    VerifyingKey key = files.publicKey(name, setting);
    if (!key.fits(Algorithm.SM3_SM2)) {
      throw new InvalidSetting(name, "must be an SM2 key");
    }
    return key.withSm2UserId(id);
  }

  /** The key of a certificate that came with a form, or null when it is not UnionPay's. */
  VerifyingKey ofCertificate(String pem) {
    return carried == null ? null : carried.key(pem);
  }

  VerifyingKey certificate(String certId) {
    return certificates.get(certId);
  }

  VerifyingKey sm2(String certId) {
    return sm2Keys.get(certId);
  }
}
