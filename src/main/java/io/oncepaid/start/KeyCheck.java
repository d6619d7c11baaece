package io.oncepaid.start;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Whether a key that was configured protects anything. */
final class KeyCheck {
  private static final int SHORTEST = 24;
  private static final int FEWEST_DIFFERENT = 6;
  private static final String REMEDY = "; make one with: openssl rand -base64 32";

  /** Words of templates, long enough not to turn up in random text. */
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "changeme|placeholder|example|secret|password|replace|xxxxxx"
              + "|your[a-z0-9]{0,20}(?:key|token)");

  private KeyCheck() {}

  /** What is wrong with a key of ours, never quoting it. */
  static Optional<String> problem(String key) {
    if (key.isBlank()) {
      return Optional.of("is empty" + REMEDY);
    }
    if (isPlaceholder(key)) {
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

  /** A word from a template, or hardly any different characters. */
  static boolean isPlaceholder(String key) {
    String plain = key.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    return PLACEHOLDER.matcher(plain).find() || key.chars().distinct().count() < FEWEST_DIFFERENT;
  }
}
