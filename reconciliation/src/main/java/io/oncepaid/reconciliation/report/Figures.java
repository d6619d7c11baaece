package io.oncepaid.reconciliation.report;

import io.oncepaid.reconciliation.compare.Sql;
import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The sums of a report, over all findings whether listed or not. Each method takes the statements'
 * parameters: run, account, date, version and as_of.
 */
final class Figures {
  private static final String TOTALS =
      """
      SELECT side, movement, currency, share, rows, amount, fee FROM reconciliation_total
      WHERE run_id = :run
      ORDER BY side, array_position(ARRAY['PAY', 'REFUND', 'REFUND_FAILED', 'CHARGEBACK',
          'CHARGEBACK_REVERSED', 'REVERSED', 'OTHER'], movement), currency, share
      """;

  private static final String COUNTS =
      """
      SELECT outcome, type, count(*) FROM reconciliation_finding WHERE run_id = :run
      GROUP BY 1, 2 ORDER BY 1, 3 DESC, 2
      """;

  private static final String KINDS =
      """
      SELECT type, currency, count(*), sum(coalesce(bill_amount, 0)), sum(coalesce(our_amount, 0))
      FROM (
          SELECT type, coalesce(bill_currency, our_currency) AS currency, bill_amount,
              CASE WHEN our_currency IS DISTINCT FROM bill_currency AND bill_currency IS NOT NULL
                  THEN NULL ELSE our_amount END AS our_amount
          FROM reconciliation_finding WHERE run_id = :run AND outcome = 'DIFFERENCE') f
      GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2
      """;

  private static final String AGES =
      """
      SELECT :date::date - first_date, count(*) FROM reconciliation_finding
      WHERE run_id = :run AND outcome IN ('DIFFERENCE', 'WAITING') GROUP BY 1 ORDER BY 1
      """;

  private static final String STATES =
      """
      SELECT f.type, a.what, a.verdict, count(*) FROM reconciliation_finding f
      LEFT JOIN LATERAL (
          SELECT what, verdict FROM reconciliation_action a
          WHERE a.finding_id = f.id AND (:as_of::timestamptz IS NULL OR a.at <= :as_of)
          ORDER BY (a.what = 'SENT') DESC, a.id DESC LIMIT 1) a ON true
      WHERE f.run_id = :run AND f.outcome = 'DIFFERENCE'
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
      """;

  private static final String TREND =
      """
      SELECT DISTINCT ON (r.bill_date) r.bill_date, r.balanced,
          (SELECT count(*) FROM reconciliation_finding f
              WHERE f.run_id = r.id AND f.outcome = 'DIFFERENCE'),
          (SELECT count(*) FROM reconciliation_finding f
              WHERE f.run_id = r.id AND f.outcome = 'WAITING')
      FROM reconciliation_run r
      WHERE r.account = :account AND r.bill_date BETWEEN :date - 29 AND :date
          AND r.status IN ('COMPARED', 'DONE') AND (r.bill_date < :date OR r.version = :version)
          AND (:as_of::timestamptz IS NULL OR r.as_of <= :as_of)
      ORDER BY r.bill_date, r.version DESC
      """;

  private Figures() {}

  static List<Total> totals(Sql sql) throws SQLException {
    Map<List<String>, Map<String, Total.Share>> shares = new LinkedHashMap<>();
    Map<List<String>, BigDecimal> fees = new LinkedHashMap<>();
    try (PreparedStatement statement = sql.prepare(TOTALS);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        List<String> key = List.of(rows.getString(1), rows.getString(2), rows.getString(3));
        Total.Share share = new Total.Share(rows.getLong(5), rows.getBigDecimal(6));
        shares.computeIfAbsent(key, k -> new TreeMap<>()).put(rows.getString(4), share);
        if (rows.getString(4).equals("TOTAL")) {
          fees.put(key, rows.getBigDecimal(7));
        }
      }
    }
    List<Total> totals = new ArrayList<>();
    shares.forEach(
        (key, share) ->
            totals.add(
                new Total(
                    key.get(0),
                    key.get(1),
                    key.get(2),
                    share.getOrDefault("TOTAL", Total.Share.NONE),
                    share.getOrDefault("MATCHED", Total.Share.NONE),
                    share.getOrDefault("EXPLAINED", Total.Share.NONE),
                    share.getOrDefault("WAITING", Total.Share.NONE),
                    share.getOrDefault("DIFFERENCE", Total.Share.NONE),
                    fees.getOrDefault(key, BigDecimal.ZERO))));
    return totals;
  }

  static Map<String, Map<String, Long>> counts(Sql sql) throws SQLException {
    Map<String, Map<String, Long>> counts = new LinkedHashMap<>();
    try (PreparedStatement statement = sql.prepare(COUNTS);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        counts
            .computeIfAbsent(rows.getString(1), key -> new LinkedHashMap<>())
            .put(rows.getString(2), rows.getLong(3));
      }
    }
    return counts;
  }

  static List<Report.Kind> kinds(Sql sql) throws SQLException {
    List<Report.Kind> kinds = new ArrayList<>();
    try (PreparedStatement statement = sql.prepare(KINDS);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        kinds.add(
            new Report.Kind(
                rows.getString(1),
                rows.getString(2),
                rows.getLong(3),
                rows.getBigDecimal(4),
                rows.getBigDecimal(5)));
      }
    }
    return kinds;
  }

  static Map<Long, Long> ages(Sql sql) throws SQLException {
    Map<Long, Long> ages = new LinkedHashMap<>();
    try (PreparedStatement statement = sql.prepare(AGES);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        ages.put(rows.getLong(1), rows.getLong(2));
      }
    }
    return ages;
  }

  static Map<String, Long> states(Sql sql) throws SQLException {
    Map<String, Long> states = new TreeMap<>();
    try (PreparedStatement statement = sql.prepare(STATES);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        String state = Finding.state(rows.getString(1), rows.getString(2), rows.getString(3));
        states.merge(state, rows.getLong(4), Long::sum);
      }
    }
    return states;
  }

  static List<Report.Day> trend(Sql sql) throws SQLException {
    List<Report.Day> days = new ArrayList<>();
    try (PreparedStatement statement = sql.prepare(TREND);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        days.add(
            new Report.Day(
                rows.getDate(1).toLocalDate(),
                rows.getBoolean(2),
                rows.getLong(3),
                rows.getLong(4)));
      }
    }
    return days;
  }
}
