package io.oncepaid.gateway;

/** All that a gateway can be told about a callback. */
public enum Answer {
  /** Delivered: do not send it again. */
  ACCEPT,
  /** Not settled yet: please send it again. */
  RETRY,
  /** Kept as a case or thrown away: sending it again changes nothing. */
  REFUSE
}
