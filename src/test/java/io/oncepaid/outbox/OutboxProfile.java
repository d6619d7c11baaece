package io.oncepaid.outbox;

import io.oncepaid.gateway.TestKeys;
import io.oncepaid.testing.OwnPostgres;
import io.oncepaid.testing.TestPostgres;
import io.oncepaid.testing.TestShop;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One application for all tests of the delivery: merchants whose events go to paths of one
 * receiver, which the tests start on the port chosen here, and short waits.
 */
public class OutboxProfile implements QuarkusTestProfile {
  static final String PORT = "test.receiver.port";
  static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  static final String OLD_SECRET = "whsec_Zm9yIHRoZSB0aW1lIG9mIGEgcm90YXRpb24gb25seQ==";

  /** Each test has a merchant of its own; the healthy ones are h0 to h3. */
  static final List<String> MERCHANTS =
      List.of(
          "h0",
          "h1",
          "h2",
          "h3",
          "signed",
          "order",
          "poison",
          "broken",
          "hanging",
          "late",
          "gone",
          "busy",
          "moved",
          "dead",
          "clocks",
          "tls",
          "other-name",
          TestShop.MERCHANT);

  static final String TLS_PORT = "test.receiver.tls-port";
  static final String KEY_STORE = "test.receiver.key-store";
  static final char[] PASSWORD = "changeit".toCharArray();

  @Override
  public Map<String, String> getConfigOverrides() {
    try {
      Map<String, String> settings = settings(OwnPostgres.freePort());
      settings.putAll(tlsSettings(OwnPostgres.freePort()));
      return settings;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Two merchants behind one certificate, which is for localhost only. */
  private static Map<String, String> tlsSettings(int port)
      throws IOException, GeneralSecurityException {
    KeyPair keys = TestKeys.one();
    String certificate =
        new TestKeys.Issuer("localhost", keys)
            .issue("localhost", keys.getPublic(), BigInteger.ONE, true, Instant.now());
    Path folder = Files.createTempDirectory("oncepaid-tls-");
    Path trusted = Files.writeString(folder.resolve("receiver.pem"), certificate);
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, PASSWORD);
    try (InputStream pem = Files.newInputStream(trusted)) {
      Certificate read = CertificateFactory.getInstance("X.509").generateCertificate(pem);
      store.setKeyEntry("receiver", keys.getPrivate(), PASSWORD, new Certificate[] {read});
    }
    Path keyStore = folder.resolve("receiver.p12");
    try (OutputStream file = Files.newOutputStream(keyStore)) {
      store.store(file, PASSWORD);
    }
    Map<String, String> settings = new HashMap<>();
    settings.put(TLS_PORT, Integer.toString(port));
    settings.put(KEY_STORE, keyStore.toString());
    settings.put("quarkus.tls.oncepaid-outbox.trust-store.pem.certs", trusted.toString());
    settings.put("oncepaid.merchants.tls.notify-url", "https://localhost:" + port + "/tls");
    settings.put(
        "oncepaid.merchants.other-name.notify-url", "https://127.0.0.1:" + port + "/other");
    return settings;
  }

  private static Map<String, String> settings(int port) {
    Map<String, String> settings = new HashMap<>();
    for (String merchant : MERCHANTS) {
      String prefix = "oncepaid.merchants." + merchant;
      settings.put(prefix + ".api-key", "key-of-the-merchant-" + merchant);
      settings.put(prefix + ".notify-url", "http://127.0.0.1:" + port + "/" + merchant);
      settings.put(prefix + ".notify-secret", SECRET + "," + OLD_SECRET);
    }
    settings.remove("oncepaid.merchants." + TestShop.MERCHANT + ".api-key");
    settings.put(PORT, Integer.toString(port));
    settings.put("oncepaid.outbox.allow-private-addresses", "true");
    settings.put("oncepaid.outbox.timeout", "2s");
    settings.put("oncepaid.outbox.first-pause", "100ms");
    settings.put("oncepaid.outbox.longest-pause", "400ms");
    settings.put("oncepaid.outbox.give-up-after", "3s");
    settings.put("oncepaid.outbox.poll-interval", "100ms");
    settings.put("oncepaid.outbox.breaker-delay", "300ms");
    return settings;
  }

  @Override
  public List<TestResourceEntry> testResources() {
    return List.of(new TestResourceEntry(TestPostgres.class));
  }

  @Override
  public boolean disableGlobalTestResources() {
    return true;
  }
}
