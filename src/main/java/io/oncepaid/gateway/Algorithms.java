package io.oncepaid.gateway;

import io.oncepaid.gateway.SharedSecret.Hash;
import io.oncepaid.gateway.VerifyingKey.Algorithm;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.bouncycastle.asn1.x509.SubjectPublicKeyInfo;

/**
 * All that adapters compute, each tried with one fixed vector: a program that is built without an
 * algorithm says so at its start and not at its first callback.
 */
public final class Algorithms {
  private static final byte[] MESSAGE = "oncepaid".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] KEY =
      "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NONCE = Arrays.copyOf(KEY, 12);
  private static final byte[] DATA = "aad".getBytes(StandardCharsets.US_ASCII);

  private static final String RSA_KEY =
      "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAuxA04a7/k/ZLzQ6Yox4rSHEaNJFJ3R5ehPzistORBl3pIQ+b"
          + "g7z8ZzjPa9mZdjdq3mn7f4hufz8x/gWGKMQoKQ4Opood+Xrb4FI8c14iWNJXOJSkwKhVwIz8BjujbFDDT7buV0tJ"
          + "HE0mH3MBiR6QiEQIg3RJXLVMwGfcneJHGfeOcytTm6kBPo+QicvFu1IU1Mqx1/np8PqRLC+nNafangXsz7EkiCqr"
          + "tQ+qy+7AtYj5yrq75WLWN/mKm9++k0blajxc65cfg6a/wEYvw6oL4yZDZetiYUdQolJTvlPTeIk4/G9cGBK042T+"
          + "/FvQMu9gHjqxfBqzFk8FlalxV64Z2QIDAQAB";
  private static final String RSA_SIGNATURE =
      "i9yFhHkBIP8RwFrbd4RMOPTN+hDzyfuXPd5y9zs5uMGED/w3jj9wdhtOV8L0it+mUH4rlev51VE+K+0OptMxeHGMW+JE"
          + "FR4rbYjCt3LwNVx76UmSKgFLFE0DRN8C3E+nzoFU8dbTN1px/6qzlUwNAYVdMd7WUdCvQVXl82GckXj/mgbVmqLr"
          + "WRZ6lf8m4ec6F86DwxPIAdv3HdEweEzleqNoHxbgl5wsUPOnD+1QP2afF3SiXISu+9QIafJ42O0axvnPxyxBSPjl"
          + "weo/Oigl3WXbhz1nWSTPPqd8N/3C8F69m/ZibdbhoSLr8A73w/QPqxrWwq6e5Utar/gFqaALPQ==";
  private static final String SM2_KEY =
      "MFkwEwYHKoZIzj0CAQYIKoEcz1UBgi0DQgAEYOfgYf/3KfnnKqS5jzMlEfMLVcCceo8RiLe6oZL5+Js7rlWewHZIva8j"
          + "3MtHQSc27b+4fcHxewk3yrTgizEbRQ==";
  private static final String SM2_SIGNATURE =
      "MEQCIEsAYpgjRU3t8wxd92XOLZXZLS328UbnBiD7tAmwuw61AiBjRZTKAKEsYyvI7tU0aefiAMYBPEphYnKx4YJjzrYx"
          + "FQ==";
  private static final String ED25519_KEY = "5Kr5f3WOyGeI6HgviiKgopjInllnBIxXjcnx2EVVWic=";
  private static final String ED25519_SIGNATURE =
      "X3LXJkS/CD3E/KPpasOVRhyavJ4UDXbaPgVMFBPmBZjE79Ej6FijhwCXJUbXhIaUeoij7ZFP2FbrDabZHKE8Cg==";
  private static final String SHA256_CODE = "ji6wNMgv2r6i9QCoXa/J2OwcnULI0wDX1BNhMmOo+2U=";
  private static final String SHA512_CODE =
      "dAnbGCRmZ2lkO9CAzh4n52nbHIpqtGt8+iO7JVHsfRLO1r5tEgqVf2/GunFD8YHGIqKFP4IJ//Et4R3c2VLZ+Q==";
  private static final String AES_SEALED = "9seEXzOr8X+oVJ2cIXJcx4600o8BwMNi";
  private static final String SM4_SEALED = "Jht+sGsS2/fXUAh9IgZq6ZNCGXs78u1m";

  private Algorithms() {}

  /** The names of those that cannot be computed here; none where all is well. */
  public static List<String> missing() {
    Map<String, Predicate<byte[]>> checks = new LinkedHashMap<>();
    checks.put("RSA2 (SHA256withRSA)", message -> isSigned(Algorithm.SHA256_RSA, RSA_KEY, message));
    checks.put("SM2 (SM3withSM2)", message -> isSigned(Algorithm.SM3_SM2, SM2_KEY, message));
    checks.put("Ed25519", message -> isSigned(Algorithm.ED25519, ED25519_KEY, message));
    checks.put("HMAC-SHA256", message -> isCoded(Hash.SHA256, SHA256_CODE, message));
    checks.put("HMAC-SHA512", message -> isCoded(Hash.SHA512, SHA512_CODE, message));
    checks.put("AES-GCM", message -> isSealed(SealingKey.aes(KEY), AES_SEALED, message));
    checks.put(
        "SM4-GCM",
        message -> isSealed(SealingKey.sm4(Arrays.copyOf(KEY, 16)), SM4_SEALED, message));
    return missing(checks);
  }

  /**
   * @param checks by the algorithm's name: whether a message is the vector's; they must say yes to
   *     it and no to another
   */
  static List<String> missing(Map<String, Predicate<byte[]>> checks) {
    byte[] other = MESSAGE.clone();
    other[0] ^= 1;
    List<String> missing = new ArrayList<>();
    checks.forEach(
        (name, check) -> {
          try {
            if (!check.test(MESSAGE) || check.test(other)) {
              missing.add(name);
            }
          } catch (RuntimeException | LinkageError e) {
            missing.add(name + ": " + e);
          }
        });
    return missing;
  }

  private static boolean isSigned(Algorithm algorithm, String key, byte[] message) {
    byte[] bytes = decoded(key);
    VerifyingKey verifier =
        algorithm == Algorithm.ED25519
            ? VerifyingKey.ed25519(bytes)
            : VerifyingKey.of(SubjectPublicKeyInfo.getInstance(bytes));
    return verifier.verifies(algorithm, decoded(signature(algorithm)), message);
  }

  private static String signature(Algorithm algorithm) {
    return switch (algorithm) {
      case SHA256_RSA, SHA384_RSA, SHA1_RSA -> RSA_SIGNATURE;
      case SM3_SM2 -> SM2_SIGNATURE;
      case ED25519 -> ED25519_SIGNATURE;
    };
  }

  private static boolean isCoded(Hash hash, String code, byte[] message) {
    return new SharedSecret(hash, KEY).made(decoded(code), message);
  }

  private static boolean isSealed(SealingKey key, String sealed, byte[] message) {
    return Arrays.equals(key.open(NONCE, DATA, decoded(sealed)), message);
  }

  private static byte[] decoded(String base64) {
    return Base64.getDecoder().decode(base64);
  }
}
