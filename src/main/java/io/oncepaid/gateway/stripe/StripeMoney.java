package io.oncepaid.gateway.stripe;

import io.oncepaid.gateway.JsonValues;
import io.oncepaid.gateway.Notice.InvalidNotice;
import io.oncepaid.gateway.OwnDecimals;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Stripe's amounts: whole numbers of the smallest unit, with decimals of Stripe's own that differ
 * from ISO 4217 for MGA (none) and ISK (two, both zeros).
 */
final class StripeMoney {
  private static final OwnDecimals AMOUNTS =
      new OwnDecimals(
          Set.of(
              "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "UGX", "VND",
              "VUV", "XAF", "XOF", "XPF"),
          Set.of("BHD", "JOD", "KWD", "OMR", "TND"));

  private static final Pattern LOWER_CASE = Pattern.compile("[a-z]{3}");

  private static final String EVENT_CURRENCY = "data.object.currency";

  private StripeMoney() {}

  /** ISO 4217, which Stripe writes in lower case. */
  static String currency(JsonValues event) {
    return currency(event, EVENT_CURRENCY);
  }

  static String currency(JsonValues object, String path) {
    String code = object.textOrEmpty(path);
    if (!LOWER_CASE.matcher(code).matches()) {
      throw new InvalidNotice("currency");
    }
    return code.toUpperCase(Locale.ROOT);
  }

  /** The amount at a path in ISO 4217's minor units of the event's currency. */
  static long parse(JsonValues event, String path) {
    return parse(event, path, EVENT_CURRENCY);
  }

  static long parse(JsonValues object, String path, String currencyPath) {
    return AMOUNTS.parse(object.integer(path), currency(object, currencyPath));
  }
}
