package io.oncepaid.simulate.bill;

import java.io.Closeable;
import java.io.IOException;

/**
 * Writes one gateway's bill of one day, row by row, so that its length needs no memory. Shares
 * nothing with the readers of reconciliation: what one misunderstands the other must notice.
 */
public interface BillWriter extends Closeable {
  /** Adds a row. */
  void add(Movement movement) throws IOException;

  /** Writes the totals; the bill is whole only then. */
  @Override
  void close() throws IOException;
}
