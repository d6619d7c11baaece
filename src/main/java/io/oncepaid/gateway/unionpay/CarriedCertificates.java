package io.oncepaid.gateway.unionpay;

import io.oncepaid.gateway.Certificates;
import io.oncepaid.gateway.VerifyingKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;
import org.bouncycastle.cert.X509CertificateHolder;

/**
 * Judges the certificate that a form brings along: whoever signs supplies it, so it must chain to
 * the configured root, and its holder must be UnionPay. Merchants have certificates of the same
 * authority: only the name keeps them out. Thread-safe.
 */
final class CarriedCertificates {
  private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
  private static final String END = "-----END CERTIFICATE-----";

  /** CN=041@number@name@serial: the third part is the holder. */
  private static final int HOLDER = 2;

  /** UnionPay signs with one or two; only trusted ones are remembered. */
  private static final int MOST_KNOWN = 16;

  private final List<X509CertificateHolder> roots;
  private final List<X509CertificateHolder> intermediates;
  private final List<String> names;
  private final boolean sha1;
  private final Map<String, VerifyingKey> known = new ConcurrentHashMap<>();

  CarriedCertificates(
      List<X509CertificateHolder> roots,
      List<X509CertificateHolder> intermediates,
      List<String> names,
      boolean sha1) {
    this.roots = roots;
    this.intermediates = intermediates;
    this.names = names;
    this.sha1 = sha1;
  }

  /** The certificate's key with the time of its chain, or null when it is not UnionPay's. */
  VerifyingKey key(String pem) {
    VerifyingKey key = known.get(pem);
    if (key == null) {
      key = judge(pem);
      if (key != null) {
        if (known.size() >= MOST_KNOWN) {
          known.clear();
        }
        known.put(pem, key);
      }
    }
    return key;
  }

  private VerifyingKey judge(String pem) {
    try {
      X509CertificateHolder certificate = parse(pem.strip());
      if (certificate == null || !names.contains(holder(certificate))) {
        return null;
      }
      List<X509CertificateHolder> chain = new ArrayList<>();
      chain.add(certificate);
      chain.addAll(intermediates);
      return Certificates.key("signPubKeyCert", chain, roots, sha1);
    } catch (IOException | RuntimeException unreadableOrUntrusted) {
      return null;
    }
  }

  /** Exactly one block, nothing around it: which of two would count is anybody's guess. */
  private static X509CertificateHolder parse(String pem) throws IOException {
    if (!pem.startsWith(BEGIN) || pem.indexOf(END) != pem.length() - END.length()) {
      return null;
    }
    String base64 = pem.substring(BEGIN.length(), pem.length() - END.length());
    return new X509CertificateHolder(
        Base64.getDecoder().decode(base64.replace("\r", "").replace("\n", "")));
  }

  private static String holder(X509CertificateHolder certificate) {
    RDN[] names = certificate.getSubject().getRDNs(BCStyle.CN);
    if (names.length != 1 || names[0].isMultiValued()) {
      return "";
    }
    String[] parts = IETFUtils.valueToString(names[0].getFirst().getValue()).split("@");
    return parts.length > HOLDER ? parts[HOLDER] : "";
  }
}
