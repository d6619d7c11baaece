package io.oncepaid.reconciliation;

/** Why a run could not be completed, in words for the person who started it. */
public class CannotRun extends RuntimeException {
  public CannotRun(String problem) {
    super(problem);
  }
}
