package io.oncepaid.gateway;

import io.smallrye.config.WithDefault;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code oncepaid.accounts.<account>.unionpay.*}. */
public interface UnionpayConfig {
  String merId();

  /** Version 5.1.0: the roots to which the certificate in a message must chain. */
  Optional<List<String>> rootCertificates();

  /** Version 5.1.0: the authority's certificates between root and signer. */
  Optional<List<String>> intermediateCertificates();

  /** Version 5.1.0: whose certificates are taken; {@code 00040000:SIGN} in the test environment. */
  @WithDefault("中国银联股份有限公司")
  List<String> certificateNames();

  /** Whether certificates may be issued by SHA-1, as those of the test environment are. */
  @WithDefault("false")
  boolean sha1Chain();

  /** Version 5.0.0, signed by SHA-1: UnionPay's certificates, which messages name by serial. */
  Optional<List<String>> certificates();

  /** signMethod 11 and 12: the secure keys. */
  Optional<List<String>> secureKeys();

  /** signMethod 21, provisional: SM2 public keys by certId. */
  Map<String, String> sm2PublicKeys();

  /** The respCodes of a success; A6 is one that UnionPay asks to confirm by a query. */
  @WithDefault("00,A6")
  List<String> successCodes();
}
