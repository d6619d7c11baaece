package io.oncepaid.gateway;

import java.util.Set;

/**
 * The decimals that a gateway gives its amounts where they are not ISO 4217's: two, but for some.
 *
 * @param none currencies whose amounts are whole units
 * @param three currencies whose amounts are thousandths
 */
public record OwnDecimals(Set<String> none, Set<String> three) {

  /**
   * Reads a whole number of the gateway's smallest units.
   *
   * @return minor units by ISO 4217
   * @throws Notice.InvalidNotice as {@link Money#parseMinor(String, String, int)}
   */
  public long parse(String text, String currency) {
    return Money.parseMinor(text, currency, decimals(currency));
  }

  private int decimals(String currency) {
    if (none.contains(currency)) {
      return 0;
    }
    return three.contains(currency) ? 3 : 2;
  }
}
