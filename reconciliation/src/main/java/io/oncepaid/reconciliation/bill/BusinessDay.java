package io.oncepaid.reconciliation.bill;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;

/**
 * The stretch of time that a gateway calls one day.
 *
 * @param cutOff when the day ends: 00:00 is the calendar day; 23:00 is from 23:00 of the day before
 *     until 23:00 of the date
 */
public record BusinessDay(LocalDate date, ZoneId zone, LocalTime cutOff) {

  /** The first instant of the day; a day of daylight-saving change has 23 or 25 hours. */
  public Instant start() {
    return startOf(date);
  }

  /** The first instant after the day. */
  public Instant end() {
    return startOf(date.plusDays(1));
  }

  public boolean contains(Instant time) {
    return !time.isBefore(start()) && time.isBefore(end());
  }

  private Instant startOf(LocalDate day) {
    LocalDate first = cutOff.equals(LocalTime.MIDNIGHT) ? day : day.minusDays(1);
    return first.atTime(cutOff).atZone(zone).toInstant();
  }
}
