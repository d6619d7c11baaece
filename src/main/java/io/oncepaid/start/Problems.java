package io.oncepaid.start;

import io.oncepaid.CannotStart;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.Config;

/** The mistakes found so far in the settings: one line each, naming the property and the remedy. */
final class Problems {
  private final Config config;
  private final List<String> lines = new ArrayList<>();

  /**
   * @param config the settings as they were written
   */
  Problems(Config config) {
    this.config = config;
  }

  void add(String property, String problemAndRemedy) {
    add(property + ": " + problemAndRemedy);
  }

  void add(String line) {
    lines.add(line);
  }

  void addUnlessWithin(String property, long value, long least, long most) {
    if (value < least || value > most) {
      add(property, "is %d; use %d to %d".formatted(value, least, most));
    }
  }

  /**
   * Set to nothing. Otherwise that is as good as not set, but whoever did it believes that there is
   * a value.
   */
  boolean isBlank(String property) {
    String value = config.getConfigValue(property).getRawValue();
    return value != null && value.isBlank();
  }

  /** Not set at all, or set to nothing. */
  boolean isMissing(String property) {
    return config.getConfigValue(property).getRawValue() == null || isBlank(property);
  }

  void throwIfAny() {
    if (!lines.isEmpty()) {
      throw new CannotStart(String.join("\n", lines));
    }
  }
}
