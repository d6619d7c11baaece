package io.oncepaid.simulate;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * Keys of the pretend merchant's accounts in two files each, of which the service takes both: equal
 * at first, then an old and a new one, then the new one alone.
 */
final class Rotation {
  private static final String PREFIX = "oncepaid.accounts.";
  private static final List<String> SETTINGS =
      List.of(
          "alipay-demo.alipay.public-keys",
          "alipay-second.alipay.public-keys",
          "wechat-old.wechatpay-v2.keys",
          "square-demo.hmac.secrets",
          "partner-demo.standard-webhooks.secrets",
          "stripe-demo.stripe.secrets",
          "adyen-demo.adyen.hmac-keys");

  /** Which of an account's two files. */
  enum Which {
    FIRST,
    SECOND
  }

  private final Path shop;

  /**
   * @param shop where the merchant is, with the files
   */
  Rotation(Path shop) {
    this.shop = shop;
  }

  /** The merchant's settings with its keys in files. */
  Map<String, String> inFiles(Map<String, String> settings) throws IOException {
    Map<String, String> changed = new HashMap<>(settings);
    for (String name : SETTINGS) {
      changed.put(
          PREFIX + name, "file:" + file(name, Which.FIRST) + ",file:" + file(name, Which.SECOND));
    }
    for (Which which : Which.values()) {
      put(which, settings);
    }
    return changed;
  }

  /** Lets a file of each account have the keys of these settings. */
  void put(Which which, Map<String, String> keys) throws IOException {
    for (String name : SETTINGS) {
      Files.writeString(file(name, which), keys.get(PREFIX + name) + "\n");
    }
  }

  private Path file(String name, Which which) {
    return shop.resolve(name + '.' + which);
  }

  /** The gateways whose keys change. */
  static List<Sender> senders(Shop of) {
    return SETTINGS.stream().map(name -> of.sender(name.split("\\.")[0])).toList();
  }

  /** The same merchant, for whom these gateways sign with new keys. */
  Shop renewed(Path directory) throws IOException {
    Path strange = directory.resolve("strange");
    Shop other = Shop.openOrMake(strange, Clock.systemUTC(), true);
    try (Stream<Path> files = Files.list(shop)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        boolean changes = file.getFileName().toString().startsWith("alipay-");
        Path from = changes ? strange.resolve(file.getFileName()) : file;
        if (Files.exists(from)) {
          Files.copy(from, directory.resolve(file.getFileName()));
        }
      }
    }
    Properties settings = new Properties();
    try (Reader reader = Files.newBufferedReader(shop.resolve(Shop.SETTINGS))) {
      settings.load(reader);
    }
    SETTINGS.forEach(n -> settings.put(PREFIX + n, other.settings().get(PREFIX + n)));
    try (Writer writer = Files.newBufferedWriter(directory.resolve(Shop.SETTINGS))) {
      settings.store(writer, null);
    }
    return Shop.openOrMake(directory, Clock.systemUTC());
  }
}
