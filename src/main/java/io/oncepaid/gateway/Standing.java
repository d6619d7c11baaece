package io.oncepaid.gateway;

import java.util.List;

/**
 * How a payment stands at its gateway, as a verified answer says.
 *
 * @param kind in one word
 * @param notices for PAID: what is to be settled, in this order; none otherwise
 * @param orders for OPEN: the gateway's own ids of what can be closed, where it has several; none
 *     otherwise
 * @param proof the answer that says so, null where the gateway did not have to be asked
 */
public record Standing(Kind kind, List<Notice> notices, List<String> orders, RawCallback proof) {
  /** The four ways. */
  public enum Kind {
    PAID,
    /** Known there, neither paid nor ended: the payer may still pay. */
    OPEN,
    /** Ended unpaid, for good. */
    CLOSED,
    /** Not known there: never closed, and perhaps not yet made. */
    NOT_FOUND
  }

  public static Standing paid(List<Notice> notices, RawCallback proof) {
    return new Standing(Kind.PAID, List.copyOf(notices), List.of(), proof);
  }

  public static Standing open(List<String> orders, RawCallback proof) {
    return new Standing(Kind.OPEN, List.of(), List.copyOf(orders), proof);
  }

  public static Standing closed(RawCallback proof) {
    return new Standing(Kind.CLOSED, List.of(), List.of(), proof);
  }

  public static Standing notFound(RawCallback proof) {
    return new Standing(Kind.NOT_FOUND, List.of(), List.of(), proof);
  }
}
