package io.oncepaid.reconciliation.bill;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Set;

/**
 * Whose bill of which day is expected, so that another's is refused.
 *
 * @param owners the account's ids at the gateway; empty when nothing is known to compare with
 * @param date the bill's date
 * @param day what the rows must lie in; null where the format dates rows by something else
 * @param zone of times that name none
 */
public record Expectation(Set<String> owners, LocalDate date, BusinessDay day, ZoneId zone) {

  /** True unless the owner is known and another's. */
  boolean isOwner(String id) {
    return owners.isEmpty() || owners.contains(id);
  }

  boolean isOfDay(Instant time) {
    return day == null || day.contains(time);
  }
}
