package io.oncepaid.reconciliation.compare;

import io.oncepaid.reconciliation.bill.BillFormat.Dating;
import io.oncepaid.reconciliation.bill.BillSummary;
import io.oncepaid.reconciliation.bill.BusinessDay;
import io.oncepaid.reconciliation.bill.Movement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;

/**
 * Compares the staged bill with the flow table, set by set, in one transaction of the caller.
 *
 * @param run the run's id
 * @param merchant the account's owner
 * @param accounts all accounts of the merchant
 * @param asOf rows booked later are not looked at
 * @param nearCutOff how near to its ends a day's rows may belong to the neighbour
 * @param shortWait days that such a row waits
 * @param longWait days that a refund on its way or an unsettled payment waits
 */
public record Comparison(
    long run,
    String account,
    String merchant,
    List<String> accounts,
    BusinessDay day,
    Instant asOf,
    Duration nearCutOff,
    int shortWait,
    int longWait) {

  /** An earlier day whose waiting rows are taken over: the latest version of the latest day. */
  private static final String PREVIOUS =
      """
      SELECT id, window_to FROM reconciliation_run
      WHERE account = :account AND bill_date < :date AND status IN ('COMPARED', 'DONE')
          AND as_of <= :as_of
      ORDER BY bill_date DESC, version DESC LIMIT 1
      """;

  private static final String BILL_SPAN =
      "SELECT to_timestamp(min(at)), to_timestamp(max(at) + 1) FROM bill_row";

  /** How a comparison ended. */
  public record Outcome(
      boolean closes, boolean balanced, Instant from, Instant to, Long carriedFrom) {}

  /** Compares; {@code bill_row} must be filled. */
  public Outcome compare(Connection connection, BillSummary summary, Dating dating)
      throws SQLException {
    Sql sql = new Sql(connection);
    sql.run("SET LOCAL work_mem = '96MB'");
    sql.run("SET LOCAL hash_mem_multiplier = 2");
    boolean byDay = dating != Dating.BY_SETTLEMENT;
    sql.with("run", run)
        .with("account", account)
        .with("merchant", merchant)
        .with("accounts", accounts.toArray(String[]::new))
        .with("date", day.date())
        .with("as_of", asOf)
        .with("by_day", byDay)
        .with("by_acceptance", dating == Dating.REFUNDS_BY_ACCEPTANCE)
        .with("failures_in_place", !summary.lists().contains(Movement.REFUND_FAILED))
        .with("kinds", summary.lists().stream().map(Enum::name).toArray(String[]::new))
        .with("short_wait", shortWait)
        .with("long_wait", longWait);
    Previous previous = previous(sql);
    Instant from = byDay || previous.to == null ? day.start() : previous.to;
    Instant to = day.end().isBefore(from) ? from : day.end();
    sql.with("carried_from", previous.run)
        .with("day_from", from)
        .with("day_to", to)
        .with("near_from", day.start().plus(nearCutOff))
        .with("near_to", day.end().minus(nearCutOff));
    joinWindow(sql, byDay, from, to);
    FirstPass.run(sql);
    Leftovers.run(sql);
    CutOffPool.run(sql);
    Results.Closing closing = Results.write(connection, sql, run, summary);
    return new Outcome(
        closing.closes(), closing.closes() && closing.noDifference(), from, to, previous.run);
  }

  /** A bill by settlement holds movements of earlier days: those are joined at once, too. */
  private static void joinWindow(Sql sql, boolean byDay, Instant from, Instant to)
      throws SQLException {
    Instant first = from;
    Instant last = to;
    if (!byDay) {
      try (PreparedStatement statement = sql.prepare(BILL_SPAN);
          ResultSet span = statement.executeQuery()) {
        span.next();
        if (span.getObject(1) != null) {
          Duration slack = Duration.ofDays(1);
          first = earlier(first, instant(span, 1).minus(slack));
          last =
              earlier(instant(span, 2).plus(slack), last) == last
                  ? instant(span, 2).plus(slack)
                  : last;
        }
      }
    }
    sql.with("join_from", first).with("join_to", last);
  }

  private static Instant earlier(Instant one, Instant other) {
    return other.isBefore(one) ? other : one;
  }

  private Previous previous(Sql sql) throws SQLException {
    try (PreparedStatement statement = sql.prepare(PREVIOUS);
        ResultSet rows = statement.executeQuery()) {
      return rows.next()
          ? new Previous(rows.getLong(1), instant(rows, 2))
          : new Previous(null, null);
    }
  }

  private static Instant instant(ResultSet rows, int column) throws SQLException {
    OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.withOffsetSameInstant(ZoneOffset.UTC).toInstant();
  }

  private record Previous(Long run, Instant to) {}

  /** For messages. */
  public LocalDate date() {
    return day.date();
  }
}
