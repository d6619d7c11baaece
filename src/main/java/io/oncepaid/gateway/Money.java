package io.oncepaid.gateway;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Amounts are whole minor units (CNY 1.00 = 100, JPY 100 = 100, KWD 1.000 = 1000). */
public final class Money {
  private static final Map<String, Currency> CURRENCIES =
      Currency.getAvailableCurrencies().stream()
          .filter(currency -> currency.getDefaultFractionDigits() >= 0)
          .collect(Collectors.toUnmodifiableMap(Currency::getCurrencyCode, Function.identity()));
  private static final Pattern DECIMAL = Pattern.compile("(0|[1-9][0-9]{0,17})(\\.[0-9]{1,4})?");
  private static final Pattern INTEGER = Pattern.compile("0|[1-9][0-9]{0,18}");
  private static final Pattern PADDED = Pattern.compile("[0-9]{12}");

  private Money() {}

  /** True for an ISO 4217 code that money is kept in. */
  public static boolean isCurrency(String code) {
    return CURRENCIES.containsKey(code);
  }

  /** The number of decimals that ISO 4217 gives the currency. */
  public static int decimals(String code) {
    return CURRENCIES.get(code).getDefaultFractionDigits();
  }

  /**
   * Reads a plain decimal such as {@code 88.80} exactly.
   *
   * @throws Notice.InvalidNotice for signs, exponents, blanks, digits that are not ASCII, leading
   *     zeros, or more decimals than the currency has, be they zeros
   */
  public static long parseDecimal(String text, String currency) {
    return parseDecimal(text, isCurrency(currency) ? decimals(currency) : -1);
  }

  /** As {@link #parseDecimal(String, String)} for a gateway with decimals of its own. */
  public static long parseDecimal(String text, int decimals) {
    if (decimals < 0) {
      throw new Notice.InvalidNotice("currency");
    }
    if (text == null || !DECIMAL.matcher(text).matches()) {
      throw new Notice.InvalidNotice("amount");
    }
    BigDecimal amount = new BigDecimal(text);
    if (amount.scale() > decimals) {
      throw new Notice.InvalidNotice("amount");
    }
    try {
      return amount.movePointRight(decimals).longValueExact();
    } catch (ArithmeticException tooLarge) {
      throw new Notice.InvalidNotice("amount");
    }
  }

  /**
   * Reads a whole number of minor units.
   *
   * @throws Notice.InvalidNotice for anything but ASCII digits without leading zeros that fit a
   *     long
   */
  public static long parseMinor(String text) {
    if (text == null || !INTEGER.matcher(text).matches()) {
      throw new Notice.InvalidNotice("amount");
    }
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException tooLarge) {
      throw new Notice.InvalidNotice("amount");
    }
  }

  /**
   * Reads a whole number of a gateway's own minor units, which differ from ISO 4217's for some
   * currencies (CLP with two decimals, IDR with none).
   *
   * @param decimals the number of decimals that the gateway gives the currency
   * @return minor units by ISO 4217
   * @throws Notice.InvalidNotice as {@link #parseMinor(String)}, and for an amount that ISO 4217's
   *     minor units cannot express
   */
  public static long parseMinor(String text, String currency, int decimals) {
    if (!isCurrency(currency)) {
      throw new Notice.InvalidNotice("currency");
    }
    try {
      return BigDecimal.valueOf(parseMinor(text), decimals)
          .movePointRight(decimals(currency))
          .longValueExact();
    } catch (ArithmeticException inexact) {
      throw new Notice.InvalidNotice("amount");
    }
  }

  /**
   * Reads minor units filled up with zeros to twelve digits, as card networks write them.
   *
   * @throws Notice.InvalidNotice for anything but twelve ASCII digits
   */
  public static long parsePadded(String text) {
    if (text == null || !PADDED.matcher(text).matches()) {
      throw new Notice.InvalidNotice("amount");
    }
    return Long.parseLong(text);
  }
}
