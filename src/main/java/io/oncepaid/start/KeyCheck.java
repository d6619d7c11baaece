package io.oncepaid.start;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Whether a key that was configured protects anything. */
final class KeyCheck {
  private static final int SHORTEST = 16;
  private static final int FEWEST_DIFFERENT = 6;
  private static final String REMEDY = "; make one with: openssl rand -base64 32";

  /**
   * Words that only templates use, and keys that are nothing but the word for one. Ordinary words
   * inside a long key (shop-secret-7f3a…) are somebody's way to name it.
   */
  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "changeme|replaceme|placeholder|xxxxxx|^your[a-z0-9]{0,20}(?:key|token|secret)"
              + "|^(?:my|the|an?|some|example|sample|dummy|test|api|merchant|operator|very|long"
              + "|secret|password|token|key)+[0-9]{0,4}$");

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
