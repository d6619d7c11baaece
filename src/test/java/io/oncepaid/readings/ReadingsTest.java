package io.oncepaid.readings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReadingsTest {

  @Test
  void every_reading_is_as_the_documentation_says() throws Exception {
    List<Reading> readings = Readings.take(Readings.embedded());

    assertThat(readings).hasSize(9).allMatch(Reading::isAsExpected);
  }
}
