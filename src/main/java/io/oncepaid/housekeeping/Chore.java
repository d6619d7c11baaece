package io.oncepaid.housekeeping;

import java.sql.SQLException;

/** Something that must be tidied up now and then, in small parts. */
interface Chore {
  /** What it is called in metrics. */
  String name();

  /**
   * Does all that is to be done.
   *
   * @return how many rows it took away or put right
   */
  long run(Batches batches) throws SQLException;
}
