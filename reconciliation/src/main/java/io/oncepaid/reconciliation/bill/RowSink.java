package io.oncepaid.reconciliation.bill;

import java.io.IOException;

/** Takes the rows of a bill one after another. */
@FunctionalInterface
public interface RowSink {
  void accept(BillRow row) throws IOException;
}
