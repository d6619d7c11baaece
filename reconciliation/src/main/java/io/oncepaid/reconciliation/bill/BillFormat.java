package io.oncepaid.reconciliation.bill;

import java.io.IOException;

/** One format of a gateway's bill. Readers are streams: no bill is ever whole in memory. */
public interface BillFormat {
  /** The name for {@code --format}. */
  String name();

  Dating dating();

  /** True when the text of a file's beginning is of this format. */
  boolean matches(String head);

  /**
   * Reads the bill, hands over its rows in order and checks everything that the bill says of
   * itself. Rows must not be believed before this returns.
   *
   * @throws BillError naming file, line and column
   */
  BillSummary read(BillFile file, Expectation expectation, RowSink sink) throws IOException;

  /** How the rows of a bill lie in time. */
  enum Dating {
    /** All movements of one business day. */
    BY_DAY,
    /** As BY_DAY, but refunds by the day of their acceptance, whenever they succeed. */
    REFUNDS_BY_ACCEPTANCE,
    /** What was settled together; the movements happened some days before. */
    BY_SETTLEMENT
  }
}
