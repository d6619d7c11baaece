package io.oncepaid.reconciliation.run;

/** Is told how far a run has come. */
public interface Progress {
  /** A step begins. */
  void step(String what);

  /**
   * So many rows of the bill have been read.
   *
   * @param fraction of the file, from 0 to 1; below 0 when it is not known
   */
  void rows(long count, double fraction);

  /** Tells nobody. */
  Progress NONE =
      new Progress() {
        @Override
        public void step(String what) {
          // Nobody asked.
        }

        @Override
        public void rows(long count, double fraction) {
          // Nobody asked.
        }
      };
}
