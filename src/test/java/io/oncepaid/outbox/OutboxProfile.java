package io.oncepaid.outbox;

import io.oncepaid.testing.OwnPostgres;
import io.oncepaid.testing.TestPostgres;
import io.oncepaid.testing.TestShop;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
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
          TestShop.MERCHANT);

  @Override
  public Map<String, String> getConfigOverrides() {
    int port;
    try {
      port = OwnPostgres.freePort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
