package io.oncepaid.gateway;

import java.util.Locale;
import java.util.regex.Pattern;

/** Keys that were never set: what stands in templates in their place. */
public final class Placeholder {
  private static final int FEWEST_DIFFERENT = 6;

  /**
   * Words that only templates use, and keys that are nothing but the word for one. Ordinary words
   * inside a long key (shop-secret-7f3a…) are somebody's way to name it.
   */
  private static final Pattern WORDS =
      Pattern.compile(
          "changeme|replaceme|placeholder|xxxxxx|^your[a-z0-9]{0,20}(?:key|token|secret)"
              + "|^(?:my|the|an?|some|example|sample|dummy|test|api|merchant|operator|very|long"
              + "|secret|password|token|key)+[0-9]{0,4}$");

  private Placeholder() {}

  /** A word from a template, or hardly any different characters. */
  public static boolean is(String key) {
    String plain = key.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    return WORDS.matcher(plain).find() || key.chars().distinct().count() < FEWEST_DIFFERENT;
  }
}
