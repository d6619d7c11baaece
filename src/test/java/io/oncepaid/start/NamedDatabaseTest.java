package io.oncepaid.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedDatabaseTest {
  @TempDir Path folder;

  @Test
  void there_is_none_where_nothing_names_one() {
    assertThat(NamedDatabase.mayBe(Map.of("PATH", "/bin"), Set.of("user.dir"), folder)).isFalse();
  }

  @Test
  void a_variable_or_a_property_names_one_with_or_without_a_profile() {
    for (String variable :
        new String[] {
          "QUARKUS_DATASOURCE_JDBC_URL",
          "_PROD_QUARKUS_DATASOURCE_JDBC_URL",
          "QUARKUS_CONFIG_LOCATIONS"
        }) {
      assertThat(NamedDatabase.mayBe(Map.of(variable, "x"), Set.of(), folder)).isTrue();
    }
    for (String property :
        new String[] {"quarkus.datasource.jdbc.url", "%prod.quarkus.datasource.jdbc.url"}) {
      assertThat(NamedDatabase.mayBe(Map.of(), Set.of(property), folder)).isTrue();
    }
  }

  @Test
  void a_file_of_settings_may_name_one() throws IOException {
    Files.createFile(folder.resolve(".env"));
    assertThat(NamedDatabase.mayBe(Map.of(), Set.of(), folder)).isTrue();
  }
}
