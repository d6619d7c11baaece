package io.oncepaid.messages;

import io.oncepaid.messages.DeadLetters.Reason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The messages of one partition that were fetched and not yet acknowledged, in order. A message
 * starts only when those before it with the same key or payment are done; what may be acknowledged
 * is the part at the front of which all is done. Used by the consumer's thread alone.
 */
final class Backlog {
  private static final int FULL = 500;
  private static final int FULL_BYTES = 4 * 1024 * 1024;
  private static final long FIRST_BACKOFF = Duration.ofMillis(100).toNanos();
  private static final long LONGEST_BACKOFF = Duration.ofSeconds(30).toNanos();

  /** Failed so often while others were settled, a message is put aside: after some minutes. */
  private static final int MOST_FAILURES_ALONE = 20;

  private static final Reason UNDECIDED =
      new Reason("UNDECIDED", "tried in vain while others were settled");

  private final Deque<Entry> entries = new ArrayDeque<>();
  private long bytes;
  private int underWay;

  /** A message and how far it is. */
  static final class Entry {
    private final Backlog backlog;
    private final Set<Object> order;
    private Message message;
    private State state = State.WAITING;
    private long dueNanos;
    private int failures;
    private int failuresAlone;
    private long settledBefore;

    private Entry(Backlog backlog, Message message, long now) {
      this.backlog = backlog;
      this.message = message;
      this.order = message.order();
      this.dueNanos = now;
    }

    Message message() {
      return message;
    }

    /** It has had its effect, or is kept elsewhere: it may be acknowledged. */
    void done() {
      backlog.underWay--;
      state = State.DONE;
    }

    /**
     * Nothing was decided: it is tried again, each time later, and in the end put aside.
     *
     * @param settled messages that were decided so far, by which a failure that has nothing to do
     *     with this one is known
     */
    void failed(long now, long settled) {
      backlog.underWay--;
      state = State.WAITING;
      failuresAlone += settled > settledBefore ? 1 : 0;
      settledBefore = settled;
      dueNanos = now + backoff(failures++);
      if (failuresAlone >= MOST_FAILURES_ALONE && message.refusal() == null) {
        message = new Message(message.record(), null, UNDECIDED);
      }
    }
  }

  private enum State {
    WAITING,
    UNDER_WAY,
    DONE
  }

  void add(Message message, long now) {
    Entry entry = new Entry(this, message, now);
    entries.addLast(entry);
    bytes += sizeOf(entry);
  }

  /** Starts what may start now, at most so many; the oldest first. */
  List<Entry> start(long now, int most) {
    List<Entry> started = new ArrayList<>();
    Set<Object> held = new HashSet<>();
    for (Entry entry : entries) {
      if (started.size() >= most) {
        break;
      }
      if (entry.state == State.DONE) {
        continue;
      }
      boolean isFirst = entry.order.stream().noneMatch(held::contains);
      if (isFirst && entry.state == State.WAITING && now - entry.dueNanos >= 0) {
        entry.state = State.UNDER_WAY;
        underWay++;
        started.add(entry);
      }
      held.addAll(entry.order);
    }
    return started;
  }

  /** Lets go of the front that is done; the offset that follows it, or -1 when there is none. */
  long acknowledge() {
    long next = -1;
    while (!entries.isEmpty() && entries.peekFirst().state == State.DONE) {
      Entry entry = entries.removeFirst();
      bytes -= sizeOf(entry);
      next = entry.message.record().offset() + 1;
    }
    return next;
  }

  boolean isEmpty() {
    return entries.isEmpty();
  }

  int size() {
    return entries.size();
  }

  int underWay() {
    return underWay;
  }

  /** Enough to do: the partition is paused. */
  boolean isFull() {
    return entries.size() >= FULL || bytes >= FULL_BYTES;
  }

  private static long sizeOf(Entry entry) {
    byte[] value = entry.message.record().value();
    return value == null ? 0 : value.length;
  }

  /** Doubles up to half a minute; the second half of each wait is random. */
  private static long backoff(int failures) {
    long longest = Math.min(LONGEST_BACKOFF, FIRST_BACKOFF << Math.min(failures, 20));
    return longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2);
  }
}
