package io.oncepaid.simulate;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.Map;

/**
 * Gives the service under test a pretend merchant with accounts at every gateway; {@code test.shop}
 * is its directory.
 */
public final class ShopResource implements QuarkusTestResourceLifecycleManager {
  private Path directory;

  @Override
  public Map<String, String> start() {
    try {
      directory = Files.createTempDirectory("shop");
      Shop shop = Shop.openOrMake(directory, Clock.systemUTC(), true);
      Map<String, String> settings = new Rotation(directory).inFiles(shop.settings());
      settings.put("test.shop", directory.toString());
      return settings;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void stop() {
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
