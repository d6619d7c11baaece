package io.oncepaid.pipeline;

/** Where a notice came from. */
public enum Source {
  CALLBACK,
  QUERY,
  RECONCILIATION,
  MESSAGE,
  OPERATOR
}
