package io.oncepaid.start;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Looks for a database's name where settings come from, before there is a configuration. */
final class NamedDatabase {
  private NamedDatabase() {}

  /**
   * False only when no database is named for sure; a file of settings may name one.
   *
   * @param folder the working directory
   */
  static boolean mayBe(Map<String, String> environment, Set<Object> properties, Path folder) {
    return environment.keySet().stream().anyMatch(NamedDatabase::mayName)
        || properties.stream().map(Object::toString).anyMatch(NamedDatabase::mayName)
        || Stream.of("config/application.properties", ".env")
            .map(folder::resolve)
            .anyMatch(Files::exists);
  }

  private static boolean mayName(String setting) {
    String name = setting.toLowerCase(Locale.ROOT).replace('_', '.');
    return name.endsWith("quarkus.datasource.jdbc.url") || name.endsWith(".config.locations");
  }
}
