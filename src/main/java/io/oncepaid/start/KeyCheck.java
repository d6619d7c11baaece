package io.oncepaid.start;

import io.oncepaid.gateway.Placeholder;
import java.util.Optional;

/** Whether a key that was configured protects anything. */
final class KeyCheck {
  private static final int SHORTEST = 16;
  private static final String REMEDY = "; make one with: openssl rand -base64 32";

  private KeyCheck() {}

  /** What is wrong with a key of ours, never quoting it. */
  static Optional<String> problem(String key) {
    if (key.isBlank()) {
      return Optional.of("is empty" + REMEDY);
    }
    if (Placeholder.is(key)) {
      return Optional.of("is a placeholder" + REMEDY);
    }
    if (!key.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
      return Optional.of("holds a blank or a character that is not ASCII" + REMEDY);
    }
    if (key.length() < SHORTEST) {
      return Optional.of("has fewer than " + SHORTEST + " characters" + REMEDY);
    }
    return Optional.empty();
  }
}
