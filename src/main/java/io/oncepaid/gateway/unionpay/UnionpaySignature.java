package io.oncepaid.gateway.unionpay;

import io.oncepaid.gateway.Base64Text;
import io.oncepaid.gateway.HexText;
import io.oncepaid.gateway.PostedForm;
import io.oncepaid.gateway.UnusableCallback;
import io.oncepaid.gateway.VerifyingKey;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.io.IOException;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.DERSequence;

/**
 * How a form is signed: version and signMethod name the way, and all of them sign the hex digits of
 * a digest of the content. The form chooses only among the ways for which the account has keys.
 */
final class UnionpaySignature {
  /** r and s of SM2, 32 bytes each. */
  private static final int HALF = 32;

  private final PostedForm form;
  private final Instant receivedAt;
  private final byte[] content;

  UnionpaySignature(PostedForm form, Instant receivedAt) {
    this.form = form;
    this.receivedAt = receivedAt;
    this.content = form.content(UnionpayGateway.UNSIGNED);
  }

  /**
   * @throws UnusableCallback MALFORMED without signature or signMethod, FORGED when it does not fit
   */
  void require(UnionpayKeys keys) throws UnusableCallback {
    String signature = required("signature");
    boolean fits =
        switch (required("signMethod")) {
          case "01" -> isRsa(keys, signature);
          case "11" -> isKeyed(keys, HexDigest.SHA256, signature);
          case "12" -> isKeyed(keys, HexDigest.SM3, signature);
          case "21" -> isSm2(keys, signature);
          default -> throw UnusableCallback.forged("unknown signMethod");
        };
    if (!fits) {
      throw UnusableCallback.forged("the signature does not fit");
    }
  }

  private String required(String name) throws UnusableCallback {
    String value = form.value(name);
    if (value == null) {
      throw UnusableCallback.malformed("no " + name);
    }
    return value;
  }

  private boolean isRsa(UnionpayKeys keys, String signature) throws UnusableCallback {
    return switch (required("version")) {
      case "5.1.0" ->
          verifies(
              keys.ofCertificate(required("signPubKeyCert")),
              Algorithm.SHA256_RSA,
              Base64Text.decode(signature),
              HexDigest.SHA256.of(content));
      case "5.0.0" ->
          verifies(
              keys.certificate(required("certId")),
              Algorithm.SHA1_RSA,
              Base64Text.decode(signature),
              HexDigest.SHA1.of(content));
      default -> throw UnusableCallback.forged("unknown version");
    };
  }

  /** The user id is the certId, the signature r and s without DER around them. */
  private boolean isSm2(UnionpayKeys keys, String signature) throws UnusableCallback {
    return verifies(
        keys.sm2(required("certId")),
        Algorithm.SM3_SM2,
        der(Base64Text.decode(signature)),
        HexDigest.SM3.of(content));
  }

  private boolean isKeyed(UnionpayKeys keys, HexDigest digest, String signature) {
    byte[] given = HexText.decode(signature);
    boolean fits = false;
    for (byte[] secret : keys.secureKeys()) {
      byte[] made = HexText.decode(digest.text(content, '&', digest.of(secret)));
      fits |= MessageDigest.isEqual(made, given);
    }
    return fits;
  }

  private boolean verifies(VerifyingKey key, Algorithm algorithm, byte[] signature, byte[] digits)
      throws UnusableCallback {
    if (key == null) {
      throw UnusableCallback.forged("its certificate or certId is none that the account trusts");
    }
    if (!key.isValidAt(receivedAt)) {
      throw UnusableCallback.forged("the certificate that signed it is not valid now");
    }
    return signature != null && key.verifies(algorithm, signature, digits);
  }

  private static byte[] der(byte[] halves) {
    if (halves == null || halves.length != 2 * HALF) {
      return null;
    }
    try {
      return new DERSequence(
              new ASN1Integer[] {
                new ASN1Integer(new BigInteger(1, Arrays.copyOf(halves, HALF))),
                new ASN1Integer(new BigInteger(1, Arrays.copyOfRange(halves, HALF, 2 * HALF)))
              })
          .getEncoded();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
