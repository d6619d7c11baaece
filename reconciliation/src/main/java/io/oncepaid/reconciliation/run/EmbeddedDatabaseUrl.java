package io.oncepaid.reconciliation.run;

import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.PropertiesConfigSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Where no database is named, the one that the service runs on its own: it writes its JDBC URL to
 * {@code <oncepaid.data-dir>/jdbc-url}.
 */
public final class EmbeddedDatabaseUrl implements ConfigSourceFactory {
  private static final String URL = "quarkus.datasource.jdbc.url";
  // Below everything that anybody sets.
  private static final int ORDINAL = 50;
  private static final ThreadLocal<Boolean> LOOKING = ThreadLocal.withInitial(() -> false);

  @Override
  public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
    if (LOOKING.get()) {
      return List.of();
    }
    Path file = Path.of(dataDir(), "jdbc-url");
    if (!Files.isReadable(file)) {
      return List.of();
    }
    try {
      String url = Files.readString(file).strip();
      return List.of(new PropertiesConfigSource(Map.of(URL, url), file.toString(), ORDINAL));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The context does not see the files of QUARKUS_CONFIG_LOCATIONS, a configuration built apart
   * does; it finds this factory, too, which then keeps still.
   */
  private static String dataDir() {
    LOOKING.set(true);
    try {
      return ConfigUtils.configBuilder()
          .build()
          .getOptionalValue("oncepaid.data-dir", String.class)
          .orElse(".oncepaid");
    } finally {
      LOOKING.remove();
    }
  }
}
