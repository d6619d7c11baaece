package io.oncepaid.start;

import io.oncepaid.CannotStart;
import io.oncepaid.OncepaidConfig;
import io.quarkus.runtime.configuration.ConfigUtils;
import io.smallrye.config.ConfigValidationException;
import io.smallrye.config.SmallRyeConfig;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The settings as they are before Quarkus starts, from the same places. */
final class Settings {
  private Settings() {}

  /**
   * Reads them.
   *
   * @throws CannotStart one line for each setting that is missing, unknown or not of its kind
   */
  static SmallRyeConfig read() {
    try {
      return ConfigUtils.configBuilder().withMapping(OncepaidConfig.class).build();
    } catch (ConfigValidationException e) {
      throw new CannotStart(
          IntStream.range(0, e.getProblemCount())
              .mapToObj(i -> plain(e.getProblem(i).getMessage()))
              .collect(Collectors.joining("\n")));
    }
  }

  /** Without the names of classes and the number of the message. */
  private static String plain(String message) {
    return message
        .replaceFirst("^(?:[a-z]+\\.)+\\w+(?:Exception|Error): ", "")
        .replaceFirst("^SRCFG\\d+: ", "")
        .replaceAll("\\s*\\R\\s*", " ");
  }
}
