package io.oncepaid.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.oncepaid.OncepaidConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What docs/gateways shows can be copied. */
class GatewayPagesTest {
  private static final Path FOLDER = Path.of("../docs/gateways");
  private static final Pattern BLOCK = Pattern.compile("(?s)\n```properties\n(.*?)\n```");

  private static List<Path> pages() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files.filter(file -> !file.endsWith("README.md")).toList();
    }
  }

  @TestFactory
  Stream<DynamicTest> each_block_of_settings_is_known_to_the_service() throws IOException {
    return pages().stream()
        .map(page -> DynamicTest.dynamicTest(page.getFileName().toString(), () -> read(page)));
  }

  private static void read(Path page) throws IOException {
    Map<String, String> settings = new HashMap<>();
    Matcher blocks = BLOCK.matcher(Files.readString(page));
    while (blocks.find()) {
      Properties block = new Properties();
      block.load(new StringReader(blocks.group(1)));
      block.stringPropertyNames().forEach(name -> settings.put(name, block.getProperty(name)));
    }
    OncepaidConfig config =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .withMapping(OncepaidConfig.class)
            .withSources(new PropertiesConfigSource(settings, "page", 100))
            .build()
            .getConfigMapping(OncepaidConfig.class);
    assertThat(config.accounts()).isNotEmpty();
  }

  @Test
  void the_index_names_every_page() throws IOException {
    String index = Files.readString(FOLDER.resolve("README.md"));
    for (Path page : pages()) {
      assertThat(index).contains("](" + page.getFileName() + ")");
    }
  }
}
