package io.oncepaid.reconciliation.report;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;

/**
 * What a run came to: a function of account, date, versions of the bills and the as-of instant. It
 * does not hold when it was made.
 *
 * @param findings differences first, the largest first; at most {@link Reports#LISTED}
 * @param counts of all findings, by outcome and type
 * @param kinds all differences, by type and currency
 * @param states how many differences are in which state, as in {@link Finding}
 * @param ages how many rows are different or waiting, by the days since they first came up
 * @param trend the last thirty days that were compared
 */
public record Report(
    long run,
    String account,
    String merchant,
    LocalDate date,
    int version,
    Instant asOf,
    String format,
    String billName,
    String billSha256,
    long billRows,
    boolean balanced,
    ZoneId zone,
    List<Total> totals,
    Map<String, Map<String, Long>> counts,
    List<Kind> kinds,
    Map<String, Long> states,
    Map<Long, Long> ages,
    List<Finding> findings,
    List<Day> trend) {

  /** One compared day of the account. */
  public record Day(LocalDate date, boolean balanced, long differences, long waiting) {}

  /**
   * The differences of a type in a currency, in minor units.
   *
   * @param ours without rows whose currency differs
   */
  public record Kind(
      String type, String currency, long rows, BigDecimal atGateway, BigDecimal ours) {}

  public boolean closes() {
    return totals.stream().allMatch(Total::closes);
  }

  /** All findings of an outcome. */
  public long count(String outcome) {
    return counts.getOrDefault(outcome, Map.of()).values().stream()
        .mapToLong(Long::longValue)
        .sum();
  }

  public List<Finding> of(String outcome) {
    return findings.stream().filter(finding -> finding.outcome().equals(outcome)).toList();
  }
}
