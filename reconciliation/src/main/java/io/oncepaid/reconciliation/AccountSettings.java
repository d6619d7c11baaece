package io.oncepaid.reconciliation;

import io.oncepaid.reconciliation.bill.BillFormat.Dating;
import io.oncepaid.reconciliation.bill.BusinessDay;
import io.oncepaid.reconciliation.bill.Expectation;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Set;

/**
 * One account with everything that is known about its bills.
 *
 * @param owners its ids at the gateway, empty when unknown
 * @param automaticBelow minor units
 */
public record AccountSettings(
    String name,
    String merchant,
    String gateway,
    ZoneId zone,
    LocalTime cutOff,
    Set<String> owners,
    long automaticBelow,
    Duration nearCutOff,
    int waitDays,
    int longWaitDays) {

  public BusinessDay day(LocalDate date) {
    return new BusinessDay(date, zone, cutOff);
  }

  /** What a bill of the date must be; rows of a settlement lie in other days. */
  public Expectation expectation(LocalDate date, Dating dating) {
    BusinessDay day = dating == Dating.BY_SETTLEMENT ? null : day(date);
    return new Expectation(owners, date, day, zone);
  }
}
