package io.oncepaid.pipeline;

import io.oncepaid.gateway.Notice;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A notice as its case kept it. */
final class NoticeOfCase {
  /** The columns that {@link #read} takes. */
  static final String COLUMNS =
      "c.notice, c.out_trade_no, c.transaction_id, c.out_refund_no, c.gateway_refund_id, c.amount,"
          + " c.currency, c.running_total, c.occurred_at";

  private NoticeOfCase() {}

  /** The notice, or null for a message that could not be mapped to one. */
  static Notice read(ResultSet row) throws SQLException {
    String kind = row.getString("notice");
    if (kind == null) {
      return null;
    }
    return new Notice(
        Notice.Kind.valueOf(kind),
        row.getString("out_trade_no"),
        row.getString("transaction_id"),
        row.getString("out_refund_no"),
        row.getString("gateway_refund_id"),
        row.getLong("amount"),
        row.getString("currency"),
        row.getObject("running_total", Long.class),
        row.getTimestamp("occurred_at").toInstant());
  }
}
