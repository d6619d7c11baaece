package io.oncepaid.reconciliation.bill;

import java.util.Currency;
import java.util.Map;
import java.util.stream.Collectors;

/** Amounts of bills: optional minus, digits, optional fraction; nothing else. */
final class Decimals {
  private static final Map<String, Integer> DIGITS =
      Currency.getAvailableCurrencies().stream()
          .filter(currency -> currency.getDefaultFractionDigits() >= 0)
          .collect(
              Collectors.toUnmodifiableMap(
                  Currency::getCurrencyCode, Currency::getDefaultFractionDigits));
  private static final int LONGEST = 17;

  private Decimals() {}

  static boolean isCurrency(String code) {
    return DIGITS.containsKey(code);
  }

  /** The decimals that ISO 4217 gives the currency. */
  static int digits(String currency) {
    return DIGITS.get(currency);
  }

  /**
   * The value in units of 10^-digits. Gateways write amounts in one way only, so any other way is
   * damage: a digit that became a blank must not pass because it was a zero.
   *
   * @throws NumberFormatException for anything but an optional minus, digits without zeros in
   *     front, and a point with exactly so many decimals
   */
  static long parse(String text, int digits) {
    int length = text.length();
    int first = length > 0 && text.charAt(0) == '-' ? 1 : 0;
    int point = digits == 0 ? length : length - digits - 1;
    boolean zeroInFront = point - first > 1 && text.charAt(first) == '0';
    if (point <= first || length - first > LONGEST || zeroInFront) {
      throw new NumberFormatException();
    }
    long value = 0;
    for (int at = first; at < length; at++) {
      char c = text.charAt(at);
      if (at == point) {
        if (c != '.') {
          throw new NumberFormatException();
        }
      } else if (c >= '0' && c <= '9') {
        value = value * 10 + (c - '0');
      } else {
        throw new NumberFormatException();
      }
    }
    return first == 1 ? -value : value;
  }

  /** Half a unit is rounded away from zero. */
  static long round(long value, long unit) {
    long half = unit / 2;
    return value >= 0 ? (value + half) / unit : -((-value + half) / unit);
  }
}
