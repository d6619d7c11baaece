package io.oncepaid.gateway;

import io.quarkus.runtime.ImageMode;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Provider;
import java.security.Signature;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import javax.crypto.Cipher;
import org.jboss.logging.Logger;

/**
 * The one place where it is decided who computes RSA and AES-GCM: Amazon Corretto Crypto Provider,
 * whose RSA is about twice as fast as the JDK's, where it is there and its library fits the
 * machine; the JDK everywhere else. SM2, SM3, SM4 and Ed25519 are Bouncy Castle's lightweight
 * classes, which need no provider.
 */
public final class Crypto {
  private static final Logger LOG = Logger.getLogger(Crypto.class);
  private static final String FAST = "com.amazon.corretto.crypto.provider";

  private static volatile Provider fast = find();

  private Crypto() {}

  /** Lets the JDK compute everything, from now on. */
  public static void useJdkOnly() {
    fast = null;
  }

  /** Does something with the JDK alone; for tests. */
  static void without(Runnable action) {
    Provider chosen = fast;
    fast = null;
    try {
      action.run();
    } finally {
      fast = chosen;
    }
  }

  /** Whether the JDK computes everything. */
  public static boolean isJdkOnly() {
    return fast == null;
  }

  /** Who computes what the JDK need not, in words. */
  public static String description() {
    Provider chosen = fast;
    return chosen == null ? "the JDK" : chosen.getName() + ' ' + chosen.getVersionStr();
  }

  /** None is no fault: the JDK can do all of it. A native image cannot load the library. */
  private static Provider find() {
    if (ImageMode.current().isNativeImage()) {
      return null;
    }
    try {
      return ServiceLoader.load(Provider.class, Crypto.class.getClassLoader()).stream()
          .filter(found -> found.type().getPackageName().equals(FAST))
          .map(ServiceLoader.Provider::get)
          // Without its library it stands there with nothing to offer.
          .filter(found -> found.getService("Signature", "SHA256withRSA") != null)
          .findFirst()
          .orElse(null);
    } catch (RuntimeException | LinkageError | ServiceConfigurationError e) {
      LOG.infof("The JDK computes signatures: %s", e.toString());
      return null;
    }
  }

  private interface Maker<T> {
    T make(Provider provider) throws GeneralSecurityException;
  }

  static Signature signature(String name) {
    return made(
        name,
        "Signature",
        provider ->
            provider == null ? Signature.getInstance(name) : Signature.getInstance(name, provider));
  }

  static KeyFactory keyFactory(String name) {
    return made(
        name,
        "KeyFactory",
        provider ->
            provider == null
                ? KeyFactory.getInstance(name)
                : KeyFactory.getInstance(name, provider));
  }

  static Cipher cipher(String name) {
    return made(
        name,
        "Cipher",
        provider ->
            provider == null ? Cipher.getInstance(name) : Cipher.getInstance(name, provider));
  }

  private static <T> T made(String name, String kind, Maker<T> maker) {
    Provider chosen = fast;
    try {
      return maker.make(chosen != null && chosen.getService(kind, name) != null ? chosen : null);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(name + " is not available", e);
    }
  }
}
