package io.oncepaid.pipeline;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * The notices of one writer. A payment always comes to the same lane, so its notices are settled in
 * order of arrival.
 */
final class Lane {
  private static final Logger LOG = Logger.getLogger(Lane.class);

  private final int groupLimit;
  private final boolean oneMerchantPerGroup;
  private final AtomicInteger waitingInAll;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final Deque<Settling> waiting = new ArrayDeque<>();
  private List<Settling> underWay = List.of();
  private boolean stopped;

  Lane(int groupLimit, boolean oneMerchantPerGroup, AtomicInteger waitingInAll) {
    this.groupLimit = groupLimit;
    this.oneMerchantPerGroup = oneMerchantPerGroup;
    this.waitingInAll = waitingInAll;
  }

  void add(Settling settling) {
    lock.lock();
    try {
      waiting.addLast(settling);
      arrived.signal();
    } finally {
      lock.unlock();
    }
  }

  void stop() {
    lock.lock();
    try {
      stopped = true;
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** The writer's loop. */
  void run(Consumer<List<Settling>> settler) {
    while (true) {
      List<Settling> group = next();
      if (group == null) {
        return;
      }
      try {
        settler.accept(group);
      } catch (RuntimeException | Error bug) {
        LOG.error("a group was not settled", bug);
        group.forEach(settling -> settling.finish(Outcome.of(Verdict.UNAVAILABLE)));
      }
    }
  }

  /** Waits for notices and takes a group, in byte order; null when the lane has stopped. */
  private List<Settling> next() {
    lock.lock();
    try {
      underWay = List.of();
      while (true) {
        while (waiting.isEmpty()) {
          if (stopped) {
            return null;
          }
          arrived.awaitUninterruptibly();
        }
        List<Settling> group = take();
        if (!group.isEmpty()) {
          underWay = List.copyOf(group);
          group.sort(SettlementQueue.IN_BYTE_ORDER);
          return group;
        }
      }
    } finally {
      lock.unlock();
    }
  }

  // Each payment at most once: one statement changes a row once, so of two refunds of one payment
  // the second would vanish. Equal notices ride along; any other waits, and keeps its place before
  // those that came after it.
  private List<Settling> take() {
    List<Settling> group = new ArrayList<>();
    Map<String, Settling> taken = new HashMap<>();
    Set<String> held = new HashSet<>();
    Deque<Settling> later = new ArrayDeque<>(0);
    String merchant = null;
    while (!waiting.isEmpty() && group.size() < groupLimit) {
      Settling next = waiting.pollFirst();
      if (next.outcome().isDone()) {
        waitingInAll.decrementAndGet();
        continue;
      }
      String payment = next.payment();
      Settling same = taken.get(payment);
      if (held.contains(payment)
          || oneMerchantPerGroup && merchant != null && !merchant.equals(next.merchant())) {
        held.add(payment);
        later.addLast(next);
      } else if (same == null) {
        taken.put(payment, next);
        merchant = next.merchant();
        group.add(next);
        waitingInAll.decrementAndGet();
      } else if (same.equalsInContent(next)) {
        same.carry(next);
        waitingInAll.decrementAndGet();
      } else {
        held.add(payment);
        later.addLast(next);
      }
    }
    while (!later.isEmpty()) {
      waiting.addFirst(later.pollLast());
    }
    return group;
  }

  /** Lets go of those whose time is up, waiting or under way: their sender tries again. */
  void expire(long now) {
    List<Settling> late = new ArrayList<>(0);
    lock.lock();
    try {
      // All of them: one that was put back stands behind those that came after it.
      waiting.stream().filter(settling -> isLate(settling, now)).forEach(late::add);
      underWay.stream().filter(settling -> isLate(settling, now)).forEach(late::add);
    } finally {
      lock.unlock();
    }
    late.forEach(settling -> settling.finish(Outcome.of(Verdict.UNAVAILABLE)));
  }

  private static boolean isLate(Settling settling, long now) {
    return now - settling.deadlineNanos() >= 0;
  }
}
