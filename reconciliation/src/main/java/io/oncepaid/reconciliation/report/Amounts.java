package io.oncepaid.reconciliation.report;

import java.math.BigDecimal;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Currency;
import java.util.Locale;

/** Amounts and times as people read them. */
final class Amounts {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  private Amounts() {}

  /** Minor units as a plain decimal, such as 1200.00. */
  static BigDecimal decimal(BigDecimal minor, String currency) {
    return minor.movePointLeft(Currency.getInstance(currency).getDefaultFractionDigits());
  }

  /** With groups of thousands. */
  static String text(BigDecimal minor, String currency) {
    BigDecimal value = decimal(minor, currency);
    DecimalFormat format =
        new DecimalFormat("#,##0", DecimalFormatSymbols.getInstance(Locale.ROOT));
    int digits = Currency.getInstance(currency).getDefaultFractionDigits();
    format.setMinimumFractionDigits(digits);
    format.setMaximumFractionDigits(digits);
    return format.format(value);
  }

  static String text(long minor, String currency) {
    return text(BigDecimal.valueOf(minor), currency);
  }

  static String time(Instant at, ZoneId zone) {
    return at == null ? "" : TIME.format(at.atZone(zone));
  }
}
