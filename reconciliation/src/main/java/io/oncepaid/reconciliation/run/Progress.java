package io.oncepaid.reconciliation.run;

/** Is told how far a run has come. */
public interface Progress {
  /** A step begins. */
  void step(String what);

  /** So many rows of the bill have been read. */
  void rows(long count);

  /** Tells nobody. */
  Progress NONE =
      new Progress() {
        @Override
        public void step(String what) {
          // Nobody asked.
        }

        @Override
        public void rows(long count) {
          // Nobody asked.
        }
      };
}
