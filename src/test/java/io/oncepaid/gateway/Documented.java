package io.oncepaid.gateway;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The settings that a page of docs/gateways shows, so that what is documented is what is tested.
 */
public final class Documented {
  private static final Path PAGES = Path.of("../docs/gateways");
  private static final String FENCE = "\n```";
  private static final Pattern ACCOUNT = Pattern.compile("oncepaid\\.accounts\\.[a-z-]+\\.");

  private Documented() {}

  /**
   * The first block of settings under a heading, by what stands behind the account's name; without
   * merchant and gateway.
   */
  public static Map<String, String> settings(String page, String heading) {
    String text = read(PAGES.resolve(page));
    int section = text.indexOf("\n## " + heading + "\n");
    int start = text.indexOf(FENCE + "properties\n", section) + FENCE.length() + 11;
    Map<String, String> settings = new HashMap<>();
    parse(text.substring(start, text.indexOf(FENCE, start)))
        .forEach(
            (name, value) -> {
              Matcher account = ACCOUNT.matcher((String) name);
              if (account.lookingAt()) {
                settings.put(((String) name).substring(account.end()), (String) value);
              }
            });
    settings.keySet().removeAll(Set.of("merchant", "gateway"));
    return settings;
  }

  private static Properties parse(String text) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text));
      return properties;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
