package io.oncepaid.gateway;

import java.util.List;

/**
 * A verified callback, read.
 *
 * @param type the gateway's own word for what it is (trade status, event type), bounded in number,
 *     by which ignored callbacks are counted
 * @param notices what it says, in the order in which it must be settled; none when it has no money
 *     meaning
 * @param unreadable parts of it that cannot be mapped, where several come together: people must
 *     look at these, whatever becomes of the notices
 */
public record Reading(String type, List<Notice> notices, List<UnusableCallback> unreadable) {

  /** A callback that could be mapped as a whole. */
  public Reading(String type, List<Notice> notices) {
    this(type, notices, List.of());
  }
}
