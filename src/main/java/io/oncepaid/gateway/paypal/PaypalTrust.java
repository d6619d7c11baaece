package io.oncepaid.gateway.paypal;

import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Keys;
import io.oncepaid.gateway.PaypalConfig;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.bouncycastle.cert.X509CertificateHolder;

/** Whom an account believes to be PayPal: the holder's name, and the roots above it. */
final class PaypalTrust {
  private static final String HOLDER = "messageverificationcerts.paypal.com";
  private static final String SANDBOX_HOLDER = "messageverificationcerts.sandbox.paypal.com";
  private static final String AUTHORITY = "O=DigiCert Inc";

  private PaypalTrust() {}

  /**
   * @param addresses those from which PayPal's certificates may come
   * @throws InvalidSetting when a certificate cannot be read or is not PayPal's
   */
  static PaypalCertificates read(
      Keys files,
      String property,
      PaypalConfig settings,
      CertificateFetch fetch,
      Pattern addresses) {
    List<X509CertificateHolder> roots = new ArrayList<>();
    for (String root : settings.rootCertificates().orElse(List.of())) {
      roots.addAll(files.certificates(property + ".root-certificates", root));
    }
    PaypalCertificates certificates =
        new PaypalCertificates(
            roots.isEmpty() ? ofTheJdk(property) : roots,
            settings.sandbox() ? SANDBOX_HOLDER : HOLDER,
            fetch);
    settings
        .certificates()
        .forEach(
            (address, certificate) -> {
              String name = property + ".certificates.\"" + address + '"';
              if (!addresses.matcher(address).matches()) {
                throw new InvalidSetting(name, "is no address of PayPal's certificates");
              }
              certificates.add(name, address, files.certificates(name, certificate));
            });
    return certificates;
  }

  private static List<X509CertificateHolder> ofTheJdk(String property) {
    List<X509CertificateHolder> roots = new ArrayList<>();
    try {
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      factory.init((KeyStore) null);
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509TrustManager known) {
          for (X509Certificate root : known.getAcceptedIssuers()) {
            if (root.getSubjectX500Principal().getName().contains(AUTHORITY)) {
              roots.add(new X509CertificateHolder(root.getEncoded()));
            }
          }
        }
      }
    } catch (GeneralSecurityException | IOException e) {
      roots.clear();
    }
    if (roots.isEmpty()) {
      throw new InvalidSetting(
          property + ".root-certificates",
          "this JDK has no roots of DigiCert; give the root of PayPal's certificates");
    }
    return roots;
  }
}
