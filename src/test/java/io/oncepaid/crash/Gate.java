package io.oncepaid.crash;

import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Where writers stop until a test lets them on. */
final class Gate {
  private final CountDownLatch opened = new CountDownLatch(1);
  private final AtomicInteger stopped = new AtomicInteger();

  void pass() {
    stopped.incrementAndGet();
    try {
      opened.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Waits until so many writers stand at the gate. */
  void awaitStopped(int writers) {
    await().until(() -> stopped.get() >= writers);
  }

  void open() {
    opened.countDown();
  }
}
