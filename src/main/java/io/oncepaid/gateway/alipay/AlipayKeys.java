package io.oncepaid.gateway.alipay;

import io.oncepaid.gateway.AccountConfig;
import io.oncepaid.gateway.Certificates;
import io.oncepaid.gateway.GatewayType.InvalidSetting;
import io.oncepaid.gateway.Keys;
import io.oncepaid.gateway.VerifyingKey;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.bouncycastle.cert.X509CertificateHolder;

/**
 * The keys of an account, public keys and certificates side by side. A notification does not say
 * which one signed it, so each that is valid now is tried.
 */
record AlipayKeys(List<VerifyingKey> keys) {

  static AlipayKeys read(
      Keys files,
      String property,
      AccountConfig.Alipay settings,
      Collection<Algorithm> algorithms) {
    List<VerifyingKey> keys = new ArrayList<>();
    for (String key : settings.publicKeys().orElse(List.of())) {
      keys.add(files.publicKey(property + ".public-keys", key));
    }
    List<X509CertificateHolder> roots = new ArrayList<>();
    for (String root : settings.rootCertificates().orElse(List.of())) {
      roots.addAll(files.certificates(property + ".root-certificates", root));
    }
    for (String certificate : settings.certificates().orElse(List.of())) {
      String name = property + ".certificates";
      keys.add(Certificates.key(name, files.certificates(name, certificate), roots));
    }
    if (keys.isEmpty()) {
      throw new InvalidSetting(
          property + ".public-keys",
          "give Alipay's public key of the app (not your own), or certificates instead");
    }
    if (!algorithms.stream().allMatch(used -> keys.stream().anyMatch(key -> key.fits(used)))) {
      throw new InvalidSetting(
          property + ".sign-types", "needs a key of each kind: RSA for RSA2 and RSA, SM2 for SM2");
    }
    return new AlipayKeys(List.copyOf(keys));
  }

  boolean verify(Algorithm algorithm, byte[] signature, byte[] content, Instant now) {
    for (VerifyingKey key : keys) {
      if (key.isValidAt(now) && key.verifies(algorithm, signature, content)) {
        return true;
      }
    }
    return false;
  }
}
