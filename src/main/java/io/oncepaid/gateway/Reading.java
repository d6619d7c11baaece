package io.oncepaid.gateway;

import java.util.List;

/**
 * A verified callback, read.
 *
 * @param type the gateway's own word for what it is (trade status, event type), bounded in number,
 *     by which ignored callbacks are counted
 * @param notices what it says, in the order in which it must be settled; none when it has no money
 *     meaning
 */
public record Reading(String type, List<Notice> notices) {}
