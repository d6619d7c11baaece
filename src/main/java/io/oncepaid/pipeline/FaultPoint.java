package io.oncepaid.pipeline;

/** Named places at which a test may hold or break the settling of a group. */
public enum FaultPoint {
  GROUP_TAKEN,
  AFTER_LAYER_2,
  AFTER_LAYER_3,
  AFTER_LAYER_4,
  BEFORE_COMMIT,
  AFTER_COMMIT;

  /** Does nothing unless a test replaces the bean. */
  public interface Listener {
    /** Called on the writer thread; may block or throw. */
    void reached(FaultPoint point);
  }
}
